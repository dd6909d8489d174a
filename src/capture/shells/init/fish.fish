# Live capture for fish: each command becomes one record in a spool file, written by builtins; no program is started.

if status is-interactive
    # The shell's own number tells a second evaluation in this shell from the first one in a child.
    if test "$__oldhand_pid" != $fish_pid
        set -g __oldhand_pid $fish_pid
        set -g __oldhand_session (builtin printf 'ses_%06x%06x%06x' (builtin random 0 16777215) \
            (builtin random 0 16777215) (builtin random 0 16777215))
        set -gx OLDHAND_SESSION $__oldhand_session
    end
    set -g __oldhand_spool {{spool}}
    set -g __oldhand_ignore {{ignore}}
    # Each question costs as much as a pattern: so the length is part of it.
    set -g __oldhand_withhold '(?s).{{{longest}}}|'{{withhold}}

    function __oldhand_preexec --on-event fish_preexec
        set -g __oldhand_cwd $PWD
        set -g __oldhand_off "$OLDHAND_OFF"
    end

    function __oldhand_postexec --on-event fish_postexec
        set -g __oldhand_done $status $CMD_DURATION "$argv[1]"
    end

    # fish has no clock of its own; its history knows the second, and shows a command once the prompt comes.
    function __oldhand_prompt --on-event fish_prompt
        set -q __oldhand_done[3]; or return
        set -l code $__oldhand_done[1]
        set -l took $__oldhand_done[2]
        set -l line $__oldhand_done[3]
        set -e __oldhand_done
        # As the history keeps it.
        string match -rq '\s$' -- $line; and set line (string trim --right -- $line | string collect)
        string match -rq '^(?!\s)(?s:.)' -- $line; or return
        builtin contains -- "$__oldhand_off$OLDHAND_OFF" '' 0 00; or return
        # Private mode, also where it was asked for by an empty name of the history.
        set -q fish_private_mode; and return
        set -q fish_history; and test -z "$fish_history"; and return
        # What the user keeps out of the history is not the newest there, and is kept out here.
        set -l entry (builtin history search --max 1 --show-time='%s ' | string collect)
        set -l start (string match -r '^\d+' -- $entry)
        test "$entry" = "$start $line"; or return
        string match -rq -- $__oldhand_ignore $line; and return
        # A pattern that fails on the line says as little as one that fits.
        string match -rq -- $__oldhand_withhold (string lower -- " $line" | string collect) 2>/dev/null
        test $status -eq 1; or set line '{{withheld}}'
        set -l actor person
        test "$CLAUDECODE" = 1 -o "$OLDHAND_ACTOR" = agent; and set actor agent
        set -l file $__oldhand_spool/$__oldhand_session.spool
        # fish prints by itself what goes wrong with a file: so all is looked at before, and after one failure no more.
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
