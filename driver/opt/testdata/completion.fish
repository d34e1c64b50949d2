# Completion of tg-opt for fish: tg-opt --completion=fish | source
function __tg_opt_complete
    set -l before (commandline -opc)
    set -l word (string replace -ra '["\']' '' -- (commandline -ct))
    for line in ($before[1] --complete=$before[-1] --complete=$word 2>/dev/null)
        if test "$line" = :files
            set -l flag (string match -r -- '^-[^=]*=' $word)
            set -l path (string replace -r -- '^-[^=]*=' '' $word)
            for file in $path*
                test -d "$file"; and set file $file/
                echo "$flag$file"
            end
        else
            echo $line
        end
    end
end
complete -c tg-opt -f -a '(__tg_opt_complete)'
