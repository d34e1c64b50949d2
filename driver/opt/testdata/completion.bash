# Completion of tg-opt for bash: eval "$(tg-opt --completion=bash)"
_tg_opt() {
    local line=${COMP_LINE:0:COMP_POINT} previous="" word="" text="" quote="" c i candidate
    # word is what is being typed, text the part of it that readline replaces.
    for ((i = 0; i < ${#line}; i++)); do
        c=${line:i:1}
        if [[ $quote && $c == "$quote" ]]; then
            quote=""
        elif [[ ! $quote && $c == [\"\'] ]]; then
            quote=$c text=""
        elif [[ ! $quote && $c == [[:space:]] ]]; then
            previous=${word:-$previous} word="" text=""
        else
            word+=$c text+=$c
            [[ ! $quote && $COMP_WORDBREAKS == *"$c"* ]] && text=""
        fi
    done
    COMPREPLY=()
    while IFS= read -r candidate; do
        candidate=${candidate%%$'\t'*}
        if [[ $candidate == :files ]]; then
            compopt -o filenames
            while IFS= read -r candidate; do COMPREPLY+=("$candidate"); done < <(compgen -f -- "${text}")
            continue
        fi
        [[ $candidate == *[=\({,] ]] && compopt -o nospace
        COMPREPLY+=("${candidate#"${word%"$text"}"}")
    done < <("$1" --complete="$previous" --complete="$word" 2>/dev/null)
}
complete -F _tg_opt tg-opt
