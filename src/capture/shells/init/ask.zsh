
# A key for `oldhand ask`: replaces the request on the line with the planned command. Nothing is run.
if [[ -o interactive && -n ${OLDHAND_KEY={{key}}} ]] && zmodload zsh/zle 2>/dev/null; then
  __oldhand_ask() {
    local answer
    [[ -n ${BUFFER//[[:space:]]/} ]] || return 0
    zle -R 'oldhand: planning ...'
    if answer=$(command oldhand ask --line -- "$BUFFER" </dev/null 2>/dev/null) && [[ $answer == *$'\n'* ]]; then
      BUFFER=${answer#*$'\n'}
      CURSOR=$#BUFFER
      answer=${answer%%$'\n'*}
    fi
    zle -M -- "oldhand: ${answer:-no answer; is oldhand in your PATH?}"
  }
  zle -N __oldhand_ask
  bindkey -- "$OLDHAND_KEY" __oldhand_ask
fi
