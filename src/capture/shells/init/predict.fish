
# The likely next command, from a table that oldhand writes: builtins read it when its first line changed. Nothing in it is
# ever evaluated. fish's own autosuggestion stays; a key puts ours on the line, the next one with each press.
if status is-interactive
    set -q OLDHAND_NEXT_KEY; or set -g OLDHAND_NEXT_KEY {{nextKey}}
    set -g __oldhand_tables {{tables}}
    set -g __oldhand_table
    set -g __oldhand_stamp
    set -g __oldhand_lines
    set -g __oldhand_keys
    set -g __oldhand_follows
    set -g __oldhand_shown_line

    # The table of the longest root that contains the directory.
    function __oldhand_find
        set -g __oldhand_table $__oldhand_tables/outside
        test -r $__oldhand_tables/roots; or return
        set -l best
        while read -l -d \t id path
            test -n "$path"; or continue
            if test "x$(string sub -l (math (string length -- $path) + 1) -- $PWD/)" = "x$path/"
                if test (string length -- "$path") -gt (string length -- "$best")
                    set best $path
                    set -g __oldhand_table $__oldhand_tables/$id
                end
            end
        end <$__oldhand_tables/roots
    end

    function __oldhand_load
        __oldhand_find
        if not test -r $__oldhand_table
            set -g __oldhand_lines
            set -g __oldhand_keys
            set -g __oldhand_follows
            set -g __oldhand_stamp
            return
        end
        builtin read -l stamp <$__oldhand_table; or return
        test "$__oldhand_table$stamp" = "$__oldhand_stamp"; and return
        set -g __oldhand_stamp $__oldhand_table$stamp
        set -g __oldhand_edit (string match -r '\d+$' -- $stamp)
        builtin read -lz text <$__oldhand_table
        set -l rows (string split \n -- $text)
        set -g __oldhand_lines (string match '=*' -- $rows | string sub -s 2)
        set -g __oldhand_keys (string match '>*' -- $rows | string replace -r '^>([^\t]*)\t.*' '$1')
        set -g __oldhand_follows (string match '>*' -- $rows | string replace -r '^>[^\t]*\t' '')
    end

    # The lines that begin with what is typed: first those that followed the last commands, then the others.
    function __oldhand_choose
        set -l one (contains -i -- (string replace -a \n \x01 -- "$__oldhand_one" | string replace -a \t \x02 | string collect) $__oldhand_lines)
        set -l two (contains -i -- (string replace -a \n \x01 -- "$__oldhand_two" | string replace -a \t \x02 | string collect) $__oldhand_lines)
        # What may be the family of the command: its first words, after the last `&&` and before a pipe.
        set -l words (string split -n ' ' -- (string replace -r '(?s)^.*&& ' '' -- "$__oldhand_one" | string replace -r ' \| .*$' '')[1])
        set -l found
        set -l keys
        set -l state
        if test -n "$__oldhand_ran" -a -n "$__oldhand_edit"; and test $__oldhand_edit -gt $__oldhand_ran
            set state @
        else
            contains -- "$__oldhand_code" '' 0; or set state '!'
            test -n "$one" -a -n "$two"; and set -a keys "$two,$one"
        end
        test -n "$one"; and set -a keys "$state$one" $one
        for n in 3 2 1
            set -q words[$n]; and set -a keys "$state^$words[1..$n]" "^$words[1..$n]"
        end
        test -n "$__oldhand_one"; and set -a keys "$state*" '*'
        for key in $keys ''
            set -l at (contains -i -- "$key" $__oldhand_keys); or continue
            set found (string split ' ' -- $__oldhand_follows[$at])
            break
        end
        set -g __oldhand_choices
        set -l length (string length -- "$argv[1]")
        set -l likely
        # Only digits: an index would be expanded.
        for n in (string match -r '^\d+$' -- $found)
            set -a likely $__oldhand_lines[$n]
        end
        for line in $likely $__oldhand_lines
            test (string length -- "$line") -gt $length; or continue
            test "x$(string sub -l $length -- $line)" = "x$argv[1]"; or continue
            contains -- "$line" $__oldhand_choices; or set -ga __oldhand_choices $line
        end
    end

    function __oldhand_cycle
        set -l line (commandline --current-buffer | string collect)
        if test -z "$__oldhand_shown_line"; or test "x$line" != "x$__oldhand_shown_line"
            set -g __oldhand_at 1
            __oldhand_load 2>/dev/null
            __oldhand_choose $line
        end
        set -q __oldhand_choices[1]; or return
        set -g __oldhand_shown_line (string replace -a \x01 \n -- $__oldhand_choices[$__oldhand_at] | string replace -a \x02 \t | string collect)
        commandline --replace -- $__oldhand_shown_line
        set -g __oldhand_at (math $__oldhand_at % (count $__oldhand_choices) + 1)
    end

    # The next words of lines that begin with what is typed, among the completions of their command.
    function __oldhand_words
        __oldhand_load 2>/dev/null
        set -l typed (string join ' ' -- (commandline --cut-at-cursor --tokenize --current-process))' '
        for line in $__oldhand_lines
            test "x$(string sub -l (string length -- $typed) -- $line)" = "x$typed"; or continue
            set -l word (string match -r '^[^\s\'"\\\\$`|&;<>()*?]+' -- (string sub -s (math (string length -- $typed) + 1) -- $line))
            test -n "$word"; and printf '%s\toldhand\n' $word
        end
    end

    function __oldhand_complete --on-event fish_prompt
        functions -e __oldhand_complete
        __oldhand_load 2>/dev/null
        set -l programs
        for program in (string match -r '^[\w.+-]+(?= )' -- $__oldhand_lines)
            contains -- $program $programs; and continue
            set -a programs $program
            complete -c $program -a '(__oldhand_words)'
        end
    end

    if test -n "$OLDHAND_NEXT_KEY"
        bind (string unescape -- $OLDHAND_NEXT_KEY) __oldhand_cycle
    end
end
