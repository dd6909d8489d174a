
# A key for `oldhand ask`: replaces the request on the line with the planned command. Nothing is run.
if [[ $- == *i* && -n ${OLDHAND_KEY={{key}}} ]] && [[ -o emacs || -o vi ]]; then
  __oldhand_ask() {
    local answer
    [[ -n ${READLINE_LINE//[[:space:]]/} ]] || return 0
    if answer=$(\builtin command oldhand ask --line -- "$READLINE_LINE" </dev/null 2>/dev/null) && [[ $answer == *$'\n'* ]]; then
      READLINE_LINE=${answer#*$'\n'}
      READLINE_POINT=${#READLINE_LINE}
      answer=${answer%%$'\n'*}
    fi
    builtin printf 'oldhand: %s\n' "${answer:-no answer; is oldhand in your PATH?}" >&2
  }
  builtin bind -x "\"$OLDHAND_KEY\": __oldhand_ask" 2>/dev/null
fi
