# Live capture for bash 4.4 or later: builtins write each command as one record to a spool file. The line is read from
# `history` in a subshell, since bash has no other way to get it; no program is started and no trap is set.

# Otherwise aliases would be expanded in the functions below.
if \builtin shopt -q expand_aliases; then
  __oldhand_aliases=yes
  \builtin shopt -u expand_aliases
fi

if [[ $- == *i* ]] && ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] >= 404)) && builtin shopt -q promptvars; then
  # The shell's PID distinguishes a second evaluation in this shell from the first one in a child.
  if [[ ${__oldhand_pid-} != "$$" ]]; then
    __oldhand_pid=$$ __oldhand_mark=x __oldhand_start=0 __oldhand_shown=0 __oldhand_cwd=$PWD __oldhand_off= __oldhand_noted= __oldhand_last=
    builtin printf -v __oldhand_now '%(%s)T' -1
    builtin printf -v OLDHAND_SESSION 'ses_%011x%07x' "$((__oldhand_now * 1000))" "$(((RANDOM << 15 ^ RANDOM ^ $$) & 0xfffffff))"
    builtin export OLDHAND_SESSION
    __oldhand_session=$OLDHAND_SESSION
  fi
  __oldhand_spool={{spool}}

  # An agent that sets no variable is found by its process, once: builtins read Linux's list of processes.
  __oldhand_parents() {
    local at=$PPID stat name level IFS=$' \t\n'
    for level in 1 2 3 4 5 6 7 8; do
      [[ $at == [1-9]* && -r /proc/$at/stat ]] && builtin read -r stat </proc/$at/stat || return 0
      name=${stat#*\(}
      name=${name%\)*}
      case $name in {{programs}}) __oldhand_agent=$name; return 0 ;; esac
      stat=${stat##*\) ? }
      at=${stat%% *}
    done
  }
  __oldhand_agent=
  __oldhand_parents 2>/dev/null

  # PS0 is expanded after a line was read and before it runs: an assignment inside arithmetic stores the time in
  # microseconds and prints nothing.
  if [[ -n ${EPOCHREALTIME-} ]]; then
    __oldhand_ps0='${__oldhand_mark:$((__oldhand_start=${EPOCHREALTIME/[.,]/},0)):0}'
  else
    __oldhand_ps0='${__oldhand_mark:$((__oldhand_start=\D{%s}000000,0)):0}'
  fi

  __oldhand_prompt() {
    { local code=$? flags=$- IFS=$' \t\n'; local -; set +eux; } 2>/dev/null
    if ((__oldhand_start)) || [[ -z $__oldhand_last ]]; then
      __oldhand_record "$code" 2>/dev/null
    fi
    __oldhand_place
    __oldhand_start=0 __oldhand_cwd=$PWD __oldhand_off=${OLDHAND_OFF-} __oldhand_noted=
    [[ ! -o history ]] || __oldhand_noted=yes
    builtin printf -v __oldhand_shown '%(%s)T' -1
    # The rest of PROMPT_COMMAND and the prompt must see the status; under `set -e` it would end the shell.
    [[ $flags != *e* ]] || code=0
    return "$code"
  }

  __oldhand_record() {
    local entry number at line key now actor=person start=$__oldhand_start file=$__oldhand_spool/$__oldhand_session.spool
    now=${EPOCHREALTIME-}
    now=${now/[.,]/}
    [[ -n $now ]] || builtin printf -v now '%(%s)T000000' -1
    # The text in $( ) is parsed again each time, when aliases are on.
    entry=$(HISTTIMEFORMAT='%s ' \builtin history 1)
    # "  12  1700000000 git push": a number, a star if it was edited, the second it was entered, the line.
    entry=${entry#"${entry%%[0-9]*}"}
    number=${entry%%[!0-9]*}
    line=${entry#"$number"[* ] }
    at=${line%%[!0-9]*}
    line=${line#"$at" }
    key="$number $at $line"
    if ((!start)); then
      __oldhand_last=$key
      return
    fi
    if [[ $key == "$__oldhand_last" ]]; then
      # Nothing was added. It is a repeat only if the settings leave no other reason.
      [[ -n $__oldhand_noted && :${HISTCONTROL-}: == *:ignoredups:* && :${HISTCONTROL-}: != *:ignorespace:* ]] || return
      [[ :$HISTCONTROL: != *:ignoreboth:* && -z ${HISTIGNORE-}${bash_preexec_imported-}${__bp_imported-} ]] || return
    else
      # An older line appears if the newest was deleted; another shell's line, if histories are shared. A command of
      # several lines has the time of its first line.
      ((at >= __oldhand_shown)) || return
      ((at >= start / 1000000 - 1)) || [[ $line == *[$';\n']* ]] || return
      __oldhand_last=$key
    fi
    [[ -n $line && $line != [[:space:]]* ]] || return
    __oldhand_two=${__oldhand_one-} __oldhand_one=$line __oldhand_code=$1 __oldhand_ran=$((now / 1000000)) __oldhand_shown_line=
    [[ ${__oldhand_off:-0} == 0 && ${OLDHAND_OFF:-0} == 0 ]] || return
    case $line in {{ignore}}) return ;; esac
    if ((${#line} > {{longest}})); then
      line='{{withheld}}'
    else
      case " ${line,,}" in {{withhold}}) line='{{withheld}}' ;; esac
    fi
    {{agent}} && actor=agent
    [[ -w $__oldhand_spool ]] || return
    [[ -e $file ]] || (umask 077 && : >>"$file")
    builtin printf '\0oh1\0%s\0bash\0%s\0%d\0%d\0%d\0%s\0%s\0.\0\0' "$__oldhand_session" "$actor" \
      "$((start / 1000))" "$((now < start ? 0 : (now - start) / 1000))" "$1" "$__oldhand_cwd" "$line" >>"$file"
  }

  # First in PROMPT_COMMAND, where the status is still that of the command, and at the front of PS0, even if others were
  # added later. A text must not become an array, which would break bash-preexec.
  __oldhand_place() {
    [[ ${PS0-} == *"$__oldhand_ps0"* ]] || PS0=$__oldhand_ps0${PS0-}
    [[ ${PROMPT_COMMAND-} != __oldhand_prompt* ]] || return 0
    PROMPT_COMMAND=${PROMPT_COMMAND-}
    PROMPT_COMMAND=${PROMPT_COMMAND//__oldhand_prompt?/}
    PROMPT_COMMAND=${PROMPT_COMMAND%__oldhand_prompt}
    PROMPT_COMMAND=__oldhand_prompt$'\n'$PROMPT_COMMAND
    # A child shell does not have this function.
    builtin export -n PROMPT_COMMAND
  }
  __oldhand_place
fi

if [[ -n ${__oldhand_aliases-} ]]; then
  builtin unset __oldhand_aliases
  builtin shopt -s expand_aliases
fi
