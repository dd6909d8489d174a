
# The likely next command, from a table that oldhand writes: builtins read it when its first line changed. Nothing in it is
# ever evaluated. A key puts the first one on the line, and the next one with each press; nothing runs by itself.
if [[ $- == *i* && -n ${OLDHAND_NEXT_KEY={{nextKey}}} ]] && [[ -o emacs || -o vi ]] && ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] >= 404)); then
  __oldhand_tables={{tables}} __oldhand_table= __oldhand_stamp= __oldhand_rooted= __oldhand_shown_line= __oldhand_typed=
  __oldhand_one= __oldhand_two= __oldhand_at=0 __oldhand_edit=0 __oldhand_code=0 __oldhand_ran=0
  __oldhand_lines=() __oldhand_choices=()
  builtin unset __oldhand_next __oldhand_number
  declare -A __oldhand_next __oldhand_number

  # The table of the longest root that contains the directory.
  __oldhand_find() {
    local id path best=
    __oldhand_rooted=$PWD __oldhand_table=$__oldhand_tables/outside
    [[ -r $__oldhand_tables/roots ]] || return 0
    while IFS=$'\t' builtin read -r id path; do
      [[ -n $path && ${#path} -gt ${#best} && $PWD/ == "$path"/* ]] && best=$path __oldhand_table=$__oldhand_tables/$id
    done <"$__oldhand_tables/roots"
    return 0
  }

  __oldhand_load() {
    local stamp row rows n=0
    [[ $__oldhand_rooted == "$PWD" && -r $__oldhand_table ]] || __oldhand_find
    if [[ ! -r $__oldhand_table ]]; then
      __oldhand_rooted= __oldhand_stamp= __oldhand_lines=() __oldhand_next=() __oldhand_number=()
      return 0
    fi
    builtin read -r stamp <"$__oldhand_table" || return 0
    [[ $__oldhand_table$stamp != "$__oldhand_stamp" ]] || return 0
    __oldhand_stamp=$__oldhand_table$stamp __oldhand_lines=() __oldhand_next=() __oldhand_number=()
    [[ $stamp == 'oh1 '* ]] || return 0
    # Only digits: arithmetic would evaluate anything else.
    __oldhand_edit=${stamp##* }
    [[ $__oldhand_edit != *[!0-9]* ]] || __oldhand_edit=0
    builtin mapfile -t rows <"$__oldhand_table"
    for row in "${rows[@]}"; do
      case $row in
        =*)
          row=${row#=}
          row=${row//$'\1'/$'\n'}
          row=${row//$'\2'/$'\t'}
          __oldhand_lines[++n]=$row
          __oldhand_number[x$row]=$n ;;
        '>'*)
          row=${row#>}
          [[ ${row##*$'\t'} == *[!0-9\ ]* ]] || __oldhand_next[x${row%%$'\t'*}]=${row##*$'\t'} ;;
      esac
    done
    return 0
  }

  # The lines that begin with what is typed: first those that followed the last commands, then the others.
  __oldhand_choose() {
    local typed=$1 one=${__oldhand_number[x$__oldhand_one]-} two=${__oldhand_number[x$__oldhand_two]-}
    local and='&& ' pipe=' | ' state= key found= n line words part names=()
    local -A taken
    # What may be the family of the command: its first words, after the last `&&` and before a pipe.
    part=${__oldhand_one##*"$and"}
    builtin read -r -a words <<<"${part%%"$pipe"*}"
    if ((__oldhand_ran > 0 && __oldhand_edit > __oldhand_ran)); then
      state=@
    else
      ((__oldhand_code)) && state=!
      [[ -n $one && -n $two ]] && found=${__oldhand_next[x$two,$one]-}
    fi
    if [[ -z $found ]]; then
      [[ -n $one ]] && names+=("$one")
      for n in 3 2 1; do ((${#words[@]} >= n)) && names+=("^${words[*]:0:n}"); done
      [[ -n $__oldhand_one ]] && names+=('*')
      for key in "${names[@]}" ''; do
        [[ -n $state && -n $key ]] && found=${__oldhand_next[x$state$key]-}
        [[ -n $found ]] || found=${__oldhand_next[x$key]-}
        [[ -z $found ]] || break
      done
    fi
    __oldhand_choices=()
    for n in $found "${!__oldhand_lines[@]}"; do
      line=${__oldhand_lines[n]-}
      [[ -z ${taken[x$n]-} && $line == "$typed"?* ]] || continue
      taken[x$n]=1
      __oldhand_choices+=("$line")
    done
  }

  __oldhand_cycle() {
    local IFS=$' \t\n'
    if [[ -z $__oldhand_shown_line || $READLINE_LINE != "$__oldhand_shown_line" ]]; then
      __oldhand_typed=$READLINE_LINE __oldhand_at=0
      __oldhand_load 2>/dev/null
      __oldhand_choose "$__oldhand_typed"
    fi
    ((${#__oldhand_choices[@]})) || return 0
    READLINE_LINE=${__oldhand_choices[__oldhand_at]}
    READLINE_POINT=${#READLINE_LINE}
    __oldhand_shown_line=$READLINE_LINE
    __oldhand_at=$(((__oldhand_at + 1) % ${#__oldhand_choices[@]}))
  }
  builtin bind -x "\"$OLDHAND_NEXT_KEY\": __oldhand_cycle" 2>/dev/null
fi
