# Makes engarde.yaml(5) from engarde.yaml.5.in: replaces the line @KEYS@ by a list of the keys in
# engarde.example.yaml, each with the comment above it. So each key is documented in one place only.
#   awk -f manual.awk engarde.example.yaml engarde.yaml.5.in

function escaped(text)
{
	gsub(/\\/, "\\e", text)
	gsub(/"/, "\\(dq", text)
	return text
}

# mdoc needs each sentence on a line of its own. No line may begin like a macro.
function sentences(text,    lines, count, i)
{
	gsub(/[.] +/, ".\n", text)
	count = split(text, lines, "\n")
	text = ""
	for (i = 1; i <= count; i++)
		text = text (lines[i] ~ /^[.']/ ? "\\&" : "") lines[i] "\n"
	return text
}

# Adds a key, which may be commented out. A key without a value begins a section.
function key(line,    name, value)
{
	sub(/#/, "", line)
	name = value = line
	sub(/:.*/, "", name)
	sub(/[^:]*: */, "", value)
	if (name !~ /^ /)
		section = ""
	sub(/^ */, "", name)
	if (value == "") {
		section = name "."
		keys = keys ".It Ic " name "\n" sentences(escaped(text))
	} else {
		keys = keys ".It Ic \"" section name ": " escaped(value) "\"\n" sentences(escaped(text))
	}
	text = ""
}

FNR == NR && /^ *#?[a-z_]+:/ { key($0); next }
FNR == NR && /^ *# / { sub(/^ *# +/, ""); text = text (text == "" ? "" : " ") $0; next }
FNR == NR { text = ""; next }
/^@KEYS@$/ { printf "%s", keys; next }
{ print }
