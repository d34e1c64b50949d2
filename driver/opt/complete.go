package opt

import (
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/tg-opt/tg/driver/commandline"
	"github.com/tg-opt/tg/driver/tool"
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/rules"
)

// completionScripts make a shell ask the tool NAME, with --complete, what a word
// of the command line may become: the words come from the flags and passes that
// the tool has when it is asked. IDENTIFIER is its name in names of functions.
var completionScripts = map[string]string{
	"bash": `# Completion of NAME for bash: eval "$(NAME --completion=bash)"
_IDENTIFIER() {
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
complete -F _IDENTIFIER NAME
`,
	"zsh": `#compdef NAME
# Completion of NAME for zsh: eval "$(NAME --completion=zsh)"
_IDENTIFIER() {
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
compdef _IDENTIFIER NAME
`,
	"fish": `# Completion of NAME for fish: NAME --completion=fish | source
function __IDENTIFIER_complete
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
complete -c NAME -f -a '(__IDENTIFIER_complete)'
`,
}

// completionScript is the script for a shell that completes the tool of that name.
func completionScript(shell, name string) string {
	identifier := strings.Map(func(c rune) rune {
		if c == '_' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' {
			return c
		}
		return '_'
	}, name)
	return strings.NewReplacer("NAME", name, "IDENTIFIER", identifier).Replace(completionScripts[shell])
}

// completer finds what a word of the command line may become.
type completer struct {
	*invocation
	line *commandline.Line
	w    io.Writer
}

// printCompletions writes a line for each word that word, which follows
// previous, may become, with an explanation behind a tab. `:files` stands for
// the names of files.
func (t *invocation) printCompletions(w io.Writer, l *commandline.Line, previous, word string) {
	c := &completer{t, l, w}
	if f := lookup(l, previous); f != nil && !strings.Contains(previous, "=") && !commandline.StandsAlone(f) {
		c.value(f, "", word)
		return
	}
	if !strings.HasPrefix(word, "-") || word == "-" && previous == "-o" {
		fmt.Fprintln(w, ":files")
		return
	}
	if name, value, ok := strings.Cut(word, "="); ok {
		if f := lookup(l, name); f != nil {
			c.value(f, name+"=", value)
		}
		return
	}
	c.flags(word)
}

// lookup is the flag of a word with dashes, or nil.
func lookup(l *commandline.Line, word string) *flag.Flag {
	name, ok := strings.CutPrefix(word, "-")
	if !ok {
		return nil
	}
	return l.Lookup(strings.TrimPrefix(name, "-"))
}

// offer writes candidate if it begins like the word.
func (c *completer) offer(word, candidate, doc string) {
	if strings.HasPrefix(candidate, word) {
		doc, _, _ = strings.Cut(doc, "\n")
		fmt.Fprintf(c.w, "%s\t%s\n", candidate, doc)
	}
}

// flags offers the flags, with as many dashes as the word has.
func (c *completer) flags(word string) {
	dash := "--"
	if len(word) > 1 && word[1] != '-' {
		dash = "-"
	}
	c.line.VisitAll(func(f *flag.Flag) {
		name := dash + f.Name
		if len(f.Name) == 1 {
			name = "-" + f.Name
		}
		_, doc := flag.UnquoteUsage(f)
		if !commandline.StandsAlone(f) && len(f.Name) > 1 {
			name += "="
		}
		c.offer(word, name, doc)
	})
}

// value offers values of f; before is what stands in front of the value.
func (c *completer) value(f *flag.Flag, before, text string) {
	_, isPass := f.Value.(*tool.PassFlag)
	choices := commandline.Choices(f)
	what, _ := flag.UnquoteUsage(f)
	switch {
	case isPass:
		c.options(c.optionsOf(f.Name), before, text)
	case choices != nil:
		for _, choice := range choices {
			c.offer(before+text, before+choice, "")
		}
	case f.Name == "pass-pipeline":
		c.pipeline(before, text)
	case f.Name == "explain-rule":
		ctx := c.setup.NewContext()
		given, _ := rules.ReadFiles(ctx, c.given(), nil, 0) // what is wrong is told when they are used
		for _, e := range c.explanations(ctx, given) {
			c.offer(before+text, before+e.name, e.doc())
		}
	case what == "file", what == "file,...", what == "dir":
		fmt.Fprintln(c.w, ":files")
	case what == "pass,...":
		start := strings.LastIndexByte(text, ',') + 1
		for _, p := range c.reg.Passes() {
			c.offer(before+text, before+text[:start]+p.Name, p.Summary())
		}
	}
}

// optionsOf are the options of the pass or pipeline of that name.
func (c *completer) optionsOf(name string) []pipeline.Option {
	if p := c.reg.Lookup(name); p != nil {
		return p.OptionList()
	}
	if a := c.reg.LookupPipeline(name); a != nil {
		return c.reg.OptionsOf(a)
	}
	return nil
}

// options offers those of list, or the values of the last one in text.
func (c *completer) options(list []pipeline.Option, before, text string) {
	start := strings.LastIndexByte(text, ' ') + 1
	before, text = before+text[:start], text[start:]
	name, value, hasValue := strings.Cut(text, "=")
	for _, o := range list {
		if !hasValue {
			c.offer(before+text, before+o.Name+"=", tool.OptionDoc(o))
			continue
		}
		choices := slices.Concat(o.OneOf, o.Names)
		if o.Kind == "bool" {
			choices = []string{"true", "false"}
		}
		if o.Name == name {
			for _, choice := range choices {
				c.offer(before+name+"="+value, before+name+"="+choice, "")
			}
		}
	}
}

// pipeline offers what may come next in pipeline text: an anchor, a pass, or an
// option of the pass whose braces are open.
func (c *completer) pipeline(before, text string) {
	if open := strings.LastIndexByte(text, '{'); open > strings.LastIndexByte(text, '}') {
		name := text[strings.LastIndexAny(text[:open], "(,")+1 : open]
		c.options(c.optionsOf(strings.TrimSpace(name)), before+text[:open+1], text[open+1:])
		return
	}
	start := strings.LastIndexAny(text, "(, ") + 1
	inside := strings.Contains(text[:start], "(")
	before, text = before+text[:start], text[start:]
	for _, anchor := range []string{"any", "builtin.module", "func.func"} {
		c.offer(before+text, before+anchor+"(", "the passes that follow run on "+anchor)
	}
	if !inside {
		return
	}
	for _, p := range c.reg.Passes() {
		c.offer(before+text, before+p.Name, p.Summary())
	}
	for _, a := range c.reg.Pipelines() {
		c.offer(before+text, before+a.Name, a.Doc)
	}
}
