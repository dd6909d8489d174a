
# A key for `oldhand ask`: replaces the request on the line with the planned command. Nothing is run.
if status is-interactive
    set -q OLDHAND_KEY; or set -g OLDHAND_KEY {{key}}
    function __oldhand_ask
        set -l line (commandline --current-buffer | string collect)
        string match -rq '\S' -- $line; or return
        set -l answer (command oldhand ask --line -- $line </dev/null 2>/dev/null)
        if test $status -eq 0; and set -q answer[2]
            commandline --replace -- (string join \n -- $answer[2..] | string collect)
        end
        set -q answer[1]; or set answer 'no answer; is oldhand in your PATH?'
        printf '\noldhand: %s\n' $answer[1] >&2
        commandline --function repaint
    end
    if test -n "$OLDHAND_KEY"
        bind (string unescape -- $OLDHAND_KEY) __oldhand_ask
    end
end
