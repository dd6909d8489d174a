
# A key for `oldhand ask`: replaces the request on the line with the planned command. Nothing is run.
if [[ -o interactive && -n ${OLDHAND_KEY={{key}}} ]] && zmodload zsh/zle 2>/dev/null; then
  __oldhand_ask() {
    { unsetopt xtrace } 2>/dev/null
    local told
    [[ -n ${BUFFER//[[:space:]]/} ]] || return 0
    zle -R 'oldhand: planning ...'
    if told=$(command oldhand ask --line -- "$BUFFER" </dev/null 2>/dev/null) && [[ $told == *$'\n'* ]]; then
      BUFFER=${told#*$'\n'}
      CURSOR=$#BUFFER
      told=${told%%$'\n'*}
    fi
    zle -M -- "oldhand: ${told:-nothing came back; is it in your PATH?}"
  }
  zle -N __oldhand_ask
  bindkey -- "$OLDHAND_KEY" __oldhand_ask
fi
