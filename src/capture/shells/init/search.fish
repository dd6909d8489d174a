
# Ctrl-R opens `oldhand search`: the chosen line replaces what was typed. Nothing is run; without a choice the line stays.
if status is-interactive
    function __oldhand_search
        set -l typed (commandline --current-buffer | string collect)
        set -l line (command oldhand search -- "$typed" </dev/tty 2>/dev/tty | string collect)
        if test -n "$line"
            commandline --replace -- $line
        end
        commandline --function repaint
    end
    bind \cr __oldhand_search
    bind -M insert \cr __oldhand_search 2>/dev/null
end
