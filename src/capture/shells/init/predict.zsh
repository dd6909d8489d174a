
# The likely next command, from a table that oldhand writes: builtins read it when it changed. Nothing in it is ever
# evaluated. Ghost text is the part that Right takes; nothing runs by itself.
if [[ -o interactive ]] && zmodload zsh/zle 2>/dev/null && zmodload -F zsh/stat b:zstat 2>/dev/null; then
  typeset -g __oldhand_tables={{tables}} __oldhand_table= __oldhand_stamp= __oldhand_rooted= __oldhand_ghost= __oldhand_seen=
  typeset -g __oldhand_one= __oldhand_two=
  typeset -gi __oldhand_code=0 __oldhand_edit=0 __oldhand_ran=0 __oldhand_stale=1 __oldhand_away=0
  typeset -ga __oldhand_lines __oldhand_likely
  typeset -gA __oldhand_next

  # The table of the longest root that contains the directory.
  __oldhand_find() {
    local row id root best= tab=$'\t'
    __oldhand_rooted=$PWD __oldhand_table=$__oldhand_tables/outside
    [[ -r $__oldhand_tables/roots ]] || return 0
    for row in ${(f)"$(<$__oldhand_tables/roots)"}; do
      id=${row%%$tab*} root=${row#*$tab}
      [[ -n $root && $#root -gt $#best && $PWD/ == "$root"/* ]] && best=$root __oldhand_table=$__oldhand_tables/$id
    done
    return 0
  }

  __oldhand_load() {
    setopt local_options extended_glob
    # In variables: inside quotes `$'\n'` would stay as it is written.
    local one=$'\1' two=$'\2' newline=$'\n' tab=$'\t'
    local -a rows=( ${(f)"$(<$__oldhand_table)"} )
    __oldhand_lines=() __oldhand_next=()
    [[ $rows[1] == 'oh1 '* ]] || return 0
    # Only digits: an integer would evaluate anything else.
    [[ ${rows[1]##* } == <-> ]] && __oldhand_edit=${rows[1]##* }
    __oldhand_lines=( ${${(M)rows:#=*}#=} )
    # To look first is much faster than to replace in each.
    (( $__oldhand_lines[(I)*$one*] )) && __oldhand_lines=( "${(@)__oldhand_lines//$one/$newline}" )
    (( $__oldhand_lines[(I)*$two*] )) && __oldhand_lines=( "${(@)__oldhand_lines//$two/$tab}" )
    rows=( ${(M)rows:#>[^$tab]#${tab}[0-9 ]##} )
    rows=( "${(@)rows#>}" )
    __oldhand_next=( "${(@ps:\t:)rows}" )
  }

  # The table as it is now, and the numbers of the likely lines after the last commands, the most exact context first.
  __oldhand_refresh() {
    local -a stat names words
    __oldhand_stale=0 __oldhand_likely=()
    [[ $__oldhand_rooted == $PWD && -r $__oldhand_table ]] || __oldhand_find
    if [[ ! -r $__oldhand_table ]]; then
      __oldhand_rooted= __oldhand_stamp= __oldhand_lines=() __oldhand_next=()
      return 0
    fi
    # It is replaced by another file, at most every 20 seconds.
    zstat -A stat $__oldhand_table
    if [[ $__oldhand_stamp != "$__oldhand_table $stat[2] $stat[8] $stat[10]" ]]; then
      __oldhand_stamp="$__oldhand_table $stat[2] $stat[8] $stat[10]"
      { __oldhand_load } 2>/dev/null
    fi
    local one=$__oldhand_lines[(ie)$__oldhand_one] two key state= found= and='&& ' pipe=' | ' newline=$'\n'
    (( one > $#__oldhand_lines )) && one=
    if (( __oldhand_ran > 0 && __oldhand_edit > __oldhand_ran )); then
      state=@
    else
      (( __oldhand_code )) && state=!
      [[ -n $one ]] && found=${__oldhand_next[$__oldhand_lines[(ie)$__oldhand_two],$one]-}
    fi
    if [[ -z $found ]]; then
      # What may be the family of the command: its first words, after the last `&&` and before a pipe.
      words=( ${=${${${__oldhand_one##*$and}%%$pipe*}%%$newline*}} )
      [[ -n $one ]] && names=( $one )
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
    local typed=$1 line
    local -i n
    REPLY=
    (( __oldhand_stale )) && __oldhand_refresh
    for n in $__oldhand_likely; do
      line=${__oldhand_lines[n]-}
      [[ $line == "$typed"?* ]] && { REPLY=${line#"$typed"}; return 0 }
    done
    [[ -n $typed ]] || return 1
    line=${__oldhand_lines[(r)${(b)typed}?*]}
    [[ -n $line ]] && REPLY=${line#"$typed"}
    [[ -n $REPLY ]]
  }

  __oldhand_hide() {
    if [[ -n $__oldhand_ghost ]]; then
      [[ $POSTDISPLAY == $__oldhand_ghost ]] && POSTDISPLAY=
      region_highlight=( ${region_highlight:#*memo=oldhand} )
      __oldhand_ghost=
    fi
  }

  # Called after each key, and with a number when no key has come since the prompt appeared or since keys came at once.
  __oldhand_draw() {
    # More keys wait, as after a paste. A widget that is called for each costs more than all else here, so it goes until none
    # waits: zsh looks at the file descriptor, which can always be read, only then. That call makes zsh forget what the last
    # key did, so that a kill would not be joined to the one before it: so only text does this.
    if (( PENDING || KEYS_QUEUED_COUNT )); then
      [[ -n $__oldhand_ghost ]] && __oldhand_hide
      __oldhand_seen=$'\1'
      if [[ $LASTWIDGET == self-insert && ${widgets[zle-line-pre-redraw]-} == user:__oldhand_draw ]]; then
        zle -D zle-line-pre-redraw
        zle -Fw $__oldhand_idle __oldhand_draw
        __oldhand_away=1
      fi
      return 0
    fi
    if [[ $1 == <-> ]]; then
      zle -F $1
      (( __oldhand_away )) && __oldhand_hook pre-redraw draw
      __oldhand_away=0
    fi
    [[ $__oldhand_seen == "$BUFFER" && $POSTDISPLAY == $__oldhand_ghost ]] && return 0
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
    [[ $1 == <-> ]] && zle -R
    return 0
  }

  __oldhand_finish() {
    __oldhand_hide
    __oldhand_seen=$'\1'
  }

  __oldhand_take() {
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

  # After the recorder, which comes first and has taken the line. Nothing is looked up until the shell waits for a key.
  __oldhand_ready() {
    if [[ -n $__oldhand_said ]]; then
      __oldhand_two=$__oldhand_one __oldhand_one=$__oldhand_said __oldhand_code=$__oldhand_ended
      __oldhand_said=
      __oldhand_ran=$EPOCHSECONDS
    fi
    if (( $+functions[_zsh_autosuggest_start] )) && [[ ${ZSH_AUTOSUGGEST_STRATEGY-} != *oldhand* ]]; then
      typeset -ga ZSH_AUTOSUGGEST_STRATEGY
      ZSH_AUTOSUGGEST_STRATEGY=( oldhand ${ZSH_AUTOSUGGEST_STRATEGY:-history} )
    fi
    __oldhand_stale=1
    __oldhand_seen=$'\1'
    zle -Fw $__oldhand_idle __oldhand_draw
  }

  # The list of hooks is slow, and one is called for each key: ours alone needs none, and who comes later makes one.
  __oldhand_hook() {
    if [[ ${widgets[zle-line-$1]-user:__oldhand_} != user:__oldhand_* ]]; then
      add-zle-hook-widget line-$1 __oldhand_$2
    else
      zle -N zle-line-$1 __oldhand_$2
    fi
  }

  # Another program may have loaded it, and then it cannot be loaded again.
  if (( $+functions[add-zle-hook-widget] )) || autoload -Uz +X add-zle-hook-widget 2>/dev/null; then
    # Not for the programs that the shell starts, if that can be had.
    [[ ${__oldhand_idle-} == <-> ]] || {
      zmodload -F zsh/system b:sysopen && sysopen -r -o cloexec -u __oldhand_idle /dev/null
    } 2>/dev/null || exec {__oldhand_idle}</dev/null
    zle -N __oldhand_draw
    zle -N __oldhand_finish
    zle -N __oldhand_take
    __oldhand_hook pre-redraw draw
    __oldhand_hook finish finish
    for __oldhand_map in emacs viins; do
      for __oldhand_right in '\e[C' '\eOC'; do bindkey -M $__oldhand_map -- $__oldhand_right __oldhand_take; done
    done
    unset __oldhand_map __oldhand_right
    precmd_functions=(${precmd_functions:#__oldhand_ready} __oldhand_ready)
  fi
fi
