
# Ctrl-R opens `oldhand search`: the chosen line replaces what was typed. Nothing is run; without a choice the line stays.
if [[ -o interactive ]] && zmodload zsh/zle 2>/dev/null; then
  __oldhand_search() {
    local line
    if line=$(command oldhand search -- "$BUFFER" </dev/tty 2>/dev/tty) && [[ -n $line ]]; then
      BUFFER=$line
      CURSOR=$#BUFFER
    fi
    zle reset-prompt
  }
  zle -N __oldhand_search
  for __oldhand_map in emacs viins vicmd; do bindkey -M $__oldhand_map -- '^R' __oldhand_search; done
  unset __oldhand_map
fi
