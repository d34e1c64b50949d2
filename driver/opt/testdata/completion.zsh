#compdef tg-opt
# Completion of tg-opt for zsh: eval "$(tg-opt --completion=zsh)"
_tg_opt() {
    local line candidate word=${(Q)PREFIX}
    local -a whole open
    # An open quote is no part of the word.
    word=${${word//\'/}//\"/}
    for line in ${(f)"$($words[1] --complete=${(Q)words[CURRENT-1]} --complete=$word 2>/dev/null)"}; do
        candidate=${line%%$'\t'*}
        case $candidate in
        :files) compset -P '-*='; _files ;;
        *[=\(\{,]) open+=($candidate) ;;
        *) whole+=($candidate) ;;
        esac
    done
    compadd -S '' -- $open
    compadd -- $whole
}
compdef _tg_opt tg-opt
