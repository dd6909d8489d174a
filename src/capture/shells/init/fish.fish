# Live capture for fish: builtins write each command as one record to a spool file; no program is started.

if status is-interactive
    # The shell's PID distinguishes a second evaluation in this shell from the first one in a child.
    if test "$__oldhand_pid" != $fish_pid
        set -g __oldhand_pid $fish_pid
        set -g __oldhand_session (builtin printf 'ses_%06x%06x%06x' (builtin random 0 16777215) \
            (builtin random 0 16777215) (builtin random 0 16777215))
        set -gx OLDHAND_SESSION $__oldhand_session
    end
    set -g __oldhand_spool {{spool}}

    # An agent that sets no variable is found by its process, once: builtins read Linux's list of processes.
    function __oldhand_parents
        set -l at self
        for level in 1 2 3 4 5 6 7 8 9
            test -r /proc/$at/stat; or return
            builtin read -l stat </proc/$at/stat
            set -l found (string match -r '^\d+ \((.*)\) \S (\d+) ' -- $stat)
            set -q found[3]; or return
            if test $at != self; and string match -rq '^(?:{{programs}})$' -- $found[2]
                set -g __oldhand_agent $found[2]
                return
            end
            set at $found[3]
        end
    end
    set -g __oldhand_agent
    __oldhand_parents 2>/dev/null
    set -g __oldhand_ignore {{ignore}}
    # Each test costs as much as a match, so the length is part of the pattern.
    set -g __oldhand_withhold '(?s).{{{longest}}}|'{{withhold}}

    function __oldhand_preexec --on-event fish_preexec
        set -g __oldhand_cwd $PWD
        set -g __oldhand_off "$OLDHAND_OFF"
    end

    function __oldhand_postexec --on-event fish_postexec
        set -g __oldhand_done $status $CMD_DURATION "$argv[1]"
    end

    # fish has no clock; its history has the second, and contains a command once the prompt appears.
    function __oldhand_prompt --on-event fish_prompt
        set -q __oldhand_done[3]; or return
        set -l code $__oldhand_done[1]
        set -l took $__oldhand_done[2]
        set -l line $__oldhand_done[3]
        set -e __oldhand_done
        # In the form that the history stores.
        string match -rq '\s$' -- $line; and set line (string trim --right -- $line | string collect)
        string match -rq '^(?!\s)(?s:.)' -- $line; or return
        set -g __oldhand_two $__oldhand_one
        set -g __oldhand_one $line
        set -g __oldhand_code $code
        builtin contains -- "$__oldhand_off$OLDHAND_OFF" '' 0 00; or return
        # Private mode, also if it was turned on by an empty history name.
        set -q fish_private_mode; and return
        set -q fish_history; and test -z "$fish_history"; and return
        # A command that the user keeps out of the history is not its newest entry, and is left out here too.
        set -l entry (builtin history search --max 1 --show-time='%s ' | string collect)
        set -l start (string match -r '^\d+' -- $entry)
        test "$entry" = "$start $line"; or return
        set -g __oldhand_ran $start
        string match -rq -- $__oldhand_ignore $line; and return
        # If matching fails with an error, the line is withheld as if it had matched.
        string match -rq -- $__oldhand_withhold (string lower -- " $line" | string collect) 2>/dev/null
        test $status -eq 1; or set line '{{withheld}}'
        set -l actor person
        {{agent}}; and set actor agent
        set -l file $__oldhand_spool/$__oldhand_session.spool
        # fish prints file errors itself, so everything is checked first, and after one failure nothing more is tried.
        test -d $__oldhand_spool -a -w $__oldhand_spool; or return
        set -l mask $umask
        if test -e $file
            test -f $file -a -w $file; or return
        else
            set -g umask 0077
        end
        builtin printf '\0oh1\0%s\0fish\0%s\0%s000\0%s\0%s\0%s\0%s\0.\0\0' $__oldhand_session $actor $start $took $code \
            $__oldhand_cwd $line >>$file 2>/dev/null
        or set -g __oldhand_spool /dev/null
        set -g umask $mask
    end
end
