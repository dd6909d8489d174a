
# The likely next command, from a table that oldhand writes: builtins read it when its first line changed. Nothing in it is
# ever evaluated. Ghost text is the part that Right takes; nothing runs by itself.
if [[ -o interactive ]] && zmodload zsh/zle 2>/dev/null; then
  typeset -g __oldhand_tables={{tables}} __oldhand_table= __oldhand_stamp= __oldhand_rooted= __oldhand_ghost= __oldhand_seen=
  typeset -g __oldhand_one= __oldhand_two=
  typeset -gi __oldhand_code=0 __oldhand_edit=0 __oldhand_ran=0
  typeset -ga __oldhand_lines __oldhand_likely
  typeset -gA __oldhand_next __oldhand_number

  # The table of the longest root that contains the directory.
  __oldhand_find() {
    local row id path best=
    __oldhand_rooted=$PWD __oldhand_table=$__oldhand_tables/outside
    [[ -r $__oldhand_tables/roots ]] || return 0
    while IFS=$'\t' builtin read -r id path; do
      [[ -n $path && $#path -gt $#best && $PWD/ == ${(b)path}/* ]] && best=$path __oldhand_table=$__oldhand_tables/$id
    done <$__oldhand_tables/roots
    return 0
  }

  __oldhand_load() {
    setopt local_options extended_glob
    local stamp row
    [[ $__oldhand_rooted == $PWD && -r $__oldhand_table ]] || __oldhand_find
    if [[ ! -r $__oldhand_table ]]; then
      __oldhand_rooted= __oldhand_stamp= __oldhand_lines=() __oldhand_next=() __oldhand_number=()
      return 0
    fi
    builtin read -r stamp <$__oldhand_table || return 0
    [[ $__oldhand_table$stamp == $__oldhand_stamp ]] && return 0
    __oldhand_stamp=$__oldhand_table$stamp __oldhand_lines=() __oldhand_next=() __oldhand_number=()
    [[ $stamp == 'oh1 '* ]] || return 0
    # Only digits: an integer would evaluate anything else.
    [[ ${stamp##* } == <-> ]] && __oldhand_edit=${stamp##* }
    # In variables: inside quotes `$'\n'` would stay as it is written.
    local one=$'\1' two=$'\2' newline=$'\n' tab=$'\t'
    local -a rows=( ${(f)"$(<$__oldhand_table)"} )
    __oldhand_lines=( ${${(M)rows:#=*}#=} )
    __oldhand_lines=( "${(@)__oldhand_lines//$one/$newline}" )
    __oldhand_lines=( "${(@)__oldhand_lines//$two/$tab}" )
    local -a pairs
    for row in ${(M)rows:#>*}; do
      [[ ${row##*$'\t'} == [0-9\ ]## ]] && pairs+=( "${${row#>}%%$'\t'*}" "${row##*$'\t'}" )
    done
    __oldhand_next=( "${(@)pairs}" )
    pairs=()
    local -i n=0
    for row in "${(@)__oldhand_lines}"; do pairs+=( "$row" $(( ++n )) ); done
    __oldhand_number=( "${(@)pairs}" )
    return 0
  }

  # The numbers of the likely lines after the last commands, the most exact context first.
  __oldhand_predict() {
    local one=${__oldhand_number[$__oldhand_one]-} two=${__oldhand_number[$__oldhand_two]-} key state= found=
    local and='&& ' pipe=' | ' newline=$'\n'
    # What may be the family of the command: its first words, after the last `&&` and before a pipe.
    local -a names words=( ${=${${${__oldhand_one##*$and}%%$pipe*}%%$newline*}} )
    if (( __oldhand_ran > 0 && __oldhand_edit > __oldhand_ran )); then
      state=@
    else
      (( __oldhand_code )) && state=!
      [[ -n $one && -n $two ]] && found=${__oldhand_next[$two,$one]-}
    fi
    if [[ -z $found ]]; then
      [[ -n $one ]] && names+=( $one )
      (( $#words > 2 )) && names+=( "^$words[1,3]" )
      (( $#words > 1 )) && names+=( "^$words[1,2]" )
      (( $#words > 0 )) && names+=( "^$words[1]" '*' )
      for key in "${(@)names}" ''; do
        [[ -n $state && -n $key ]] && found=${__oldhand_next[$state$key]-}
        [[ -n $found ]] || found=${__oldhand_next[$key]-}
        [[ -n $found ]] && break
      done
    fi
    __oldhand_likely=( ${(s: :)found} )
  }

  # The rest of the best line that begins with what is typed.
  __oldhand_offer() {
    emulate -L zsh
    local typed=$1 line
    local -i n
    REPLY=
    for n in $__oldhand_likely; do
      line=${__oldhand_lines[n]-}
      [[ $line == ${(b)typed}?* ]] && { REPLY=${line#${(b)typed}}; return 0 }
    done
    [[ -n $typed ]] || return 1
    line=${__oldhand_lines[(r)${(b)typed}?*]}
    [[ -n $line ]] && REPLY=${line#${(b)typed}}
    [[ -n $REPLY ]]
  }

  __oldhand_hide() {
    if [[ -n $__oldhand_ghost ]]; then
      [[ $POSTDISPLAY == $__oldhand_ghost ]] && POSTDISPLAY=
      region_highlight=( ${region_highlight:#*memo=oldhand} )
      __oldhand_ghost=
    fi
  }

  # Called for each key, so what costs most comes last.
  __oldhand_draw() {
    # More keys wait, as after a paste: the last of them looks for an offer.
    if (( PENDING || KEYS_QUEUED_COUNT )); then
      [[ -n $__oldhand_ghost ]] && __oldhand_hide
      __oldhand_seen=$'\1'
      return 0
    fi
    [[ $__oldhand_seen == "$BUFFER" && $POSTDISPLAY == $__oldhand_ghost ]] && return 0
    { unsetopt xtrace } 2>/dev/null
    local REPLY
    __oldhand_seen=$BUFFER
    __oldhand_hide
    # zsh-autosuggestions draws by itself while something is typed, and asks the strategy below.
    [[ -n $POSTDISPLAY || $CONTEXT != start || $BUFFER == *$'\n'* ]] && return 0
    [[ -n $BUFFER ]] && (( $+functions[_zsh_autosuggest_start] )) && return 0
    (( CURSOR == $#BUFFER )) || return 0
    __oldhand_offer "$BUFFER" || return 0
    __oldhand_ghost=$REPLY
    POSTDISPLAY=$REPLY
    region_highlight+=( "$#BUFFER $(( $#BUFFER + $#REPLY )) ${OLDHAND_GHOST:-fg=8} memo=oldhand" )
  }

  __oldhand_finish() {
    { unsetopt xtrace } 2>/dev/null
    __oldhand_hide
    __oldhand_seen=$'\1'
  }

  __oldhand_take() {
    { unsetopt xtrace } 2>/dev/null
    if [[ -n $__oldhand_ghost && $POSTDISPLAY == $__oldhand_ghost ]] && (( CURSOR == $#BUFFER )); then
      local ghost=$__oldhand_ghost
      __oldhand_hide
      BUFFER+=$ghost
      CURSOR=$#BUFFER
    else
      zle ${WIDGET/#__oldhand_take/forward-char} -- "$@"
    fi
  }

  # For zsh-autosuggestions: `oldhand` is put before its strategies, once.
  _zsh_autosuggest_strategy_oldhand() {
    local REPLY
    __oldhand_offer "$1" && typeset -g suggestion=$1$REPLY
  }

  # After the recorder, which comes first and has taken the line.
  __oldhand_ready() {
    { local -i code=$?; unsetopt xtrace } 2>/dev/null
    if [[ -n $__oldhand_said ]]; then
      __oldhand_two=$__oldhand_one __oldhand_one=$__oldhand_said __oldhand_code=$__oldhand_ended
      __oldhand_said=
      __oldhand_ran=$EPOCHSECONDS
    fi
    if (( $+functions[_zsh_autosuggest_start] )) && [[ ${ZSH_AUTOSUGGEST_STRATEGY-} != *oldhand* ]]; then
      typeset -ga ZSH_AUTOSUGGEST_STRATEGY
      ZSH_AUTOSUGGEST_STRATEGY=( oldhand ${ZSH_AUTOSUGGEST_STRATEGY:-history} )
    fi
    { __oldhand_load } 2>/dev/null
    __oldhand_predict
    __oldhand_seen=$'\1'
    return 0
  }

  if autoload -Uz +X add-zle-hook-widget 2>/dev/null; then
    zle -N __oldhand_draw
    zle -N __oldhand_finish
    zle -N __oldhand_take
    # The list of hooks is slow, and the second is called for each key: ours alone needs none, and who comes later makes one.
    for __oldhand_hook in init:draw pre-redraw:draw finish:finish; do
      if [[ ${widgets[zle-line-${__oldhand_hook%:*}]-user:__oldhand_} != user:__oldhand_* ]]; then
        add-zle-hook-widget line-${__oldhand_hook%:*} __oldhand_${__oldhand_hook#*:}
      else
        zle -N zle-line-${__oldhand_hook%:*} __oldhand_${__oldhand_hook#*:}
      fi
    done
    unset __oldhand_hook
    for __oldhand_map in emacs viins; do
      for __oldhand_right in '\e[C' '\eOC'; do bindkey -M $__oldhand_map -- $__oldhand_right __oldhand_take; done
    done
    unset __oldhand_map __oldhand_right
    precmd_functions=(${precmd_functions:#__oldhand_ready} __oldhand_ready)
  fi
fi
