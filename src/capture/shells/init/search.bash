
# Ctrl-R opens `oldhand search`: the chosen line replaces what was typed. Nothing is run; without a choice the line stays.
if [[ $- == *i* ]] && [[ -o emacs || -o vi ]]; then
  __oldhand_search() {
    local line
    if line=$(\builtin command oldhand search -- "$READLINE_LINE" </dev/tty 2>/dev/tty) && [[ -n $line ]]; then
      READLINE_LINE=$line
      READLINE_POINT=${#READLINE_LINE}
    fi
  }
  builtin bind -m emacs-standard -x '"\C-r": __oldhand_search' 2>/dev/null
  builtin bind -m vi-insert -x '"\C-r": __oldhand_search' 2>/dev/null
fi
