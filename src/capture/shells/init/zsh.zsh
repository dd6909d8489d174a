# Live capture for zsh: builtins write each command as one record to a spool file; no program is started.
# It is evaluated under `emulate zsh`, which also applies inside the functions: no option or alias of the user affects them.

if [[ -o interactive ]] && zmodload zsh/datetime 2>/dev/null; then
  # The shell's PID distinguishes a second evaluation in this shell from the first one in a child.
  if [[ ${__oldhand_pid-} != $$ ]]; then
    typeset -g __oldhand_pid=$$ __oldhand_line= __oldhand_cwd=
    typeset -gi __oldhand_start=0
    builtin printf -v OLDHAND_SESSION 'ses_%011x%07x' $(( EPOCHREALTIME * 1000 )) $(( (RANDOM << 15 | RANDOM) & 0xfffffff ))
    typeset -gx OLDHAND_SESSION
    typeset -g __oldhand_session=$OLDHAND_SESSION
  fi
  typeset -g __oldhand_spool={{spool}}

  # An agent that sets no variable is found by its process, once: builtins read Linux's list of processes.
  __oldhand_parents() {
    local at=$PPID stat name level
    for level in 1 2 3 4 5 6 7 8; do
      [[ $at == [1-9]* && -r /proc/$at/stat ]] && builtin read -r stat </proc/$at/stat || return 0
      name=${stat#*\(}
      name=${name%\)*}
      case $name in ({{programs}}) __oldhand_agent=$name; return 0 ;; esac
      stat=${stat##*\) ? }
      at=${stat%% *}
    done
  }
  typeset -g __oldhand_agent=
  __oldhand_parents 2>/dev/null

  __oldhand_preexec() {
    __oldhand_start=$(( EPOCHREALTIME * 1000 ))
    __oldhand_cwd=$PWD
    __oldhand_line=$1
    [[ ${OLDHAND_OFF:-0} == 0 ]] || __oldhand_line=
  }

  __oldhand_precmd() {
    local -i code=$?
    local -i took=$(( EPOCHREALTIME * 1000 - __oldhand_start ))
    typeset -g __oldhand_said=$__oldhand_line __oldhand_ended=$code
    local line=$__oldhand_line actor=person file=$__oldhand_spool/$__oldhand_session.spool
    __oldhand_line=
    [[ -n $line && $line != [[:space:]]* && ${OLDHAND_OFF:-0} == 0 ]] || return 0
    [[ $line != {{ignore}} ]] || return 0
    if (( $#line > {{longest}} )) || [[ " ${(L)line}" == {{withhold}} ]]; then
      line='{{withheld}}'
    fi
    {{agent}} && actor=agent
    [[ -w $__oldhand_spool ]] || return 0
    {
      [[ -e $file ]] || ( umask 077; : >>$file )
      builtin print -rN -- '' oh1 $__oldhand_session zsh $actor $__oldhand_start $(( took < 0 ? 0 : took )) $code \
        $__oldhand_cwd $line . '' >>$file
    } 2>/dev/null
    return 0
  }

  # First, so that the time of other hooks is not counted.
  typeset -ga preexec_functions precmd_functions
  preexec_functions=(${preexec_functions:#__oldhand_preexec} __oldhand_preexec)
  precmd_functions=(__oldhand_precmd ${precmd_functions:#__oldhand_precmd})
fi
