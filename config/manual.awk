# Makes engarde.yaml(5) from engarde.yaml.5.in: the line @KEYS@ gives way to a list of the keys in
# engarde.example.yaml, each with the comment above it. What documents a key stands in one place.
#   awk -f manual.awk engarde.example.yaml engarde.yaml.5.in

function escaped(text)
{
	gsub(/\\/, "\\e", text)
	gsub(/"/, "\\(dq", text)
	return text
}

# mdoc wants each sentence on a line of its own, and none that begins like a macro.
function sentences(text,    lines, count, i)
{
	gsub(/[.] +/, ".\n", text)
	count = split(text, lines, "\n")
	text = ""
	for (i = 1; i <= count; i++)
		text = text (lines[i] ~ /^[.']/ ? "\\&" : "") lines[i] "\n"
	return text
}

# A key, commented out or not; without a value it is the head of others.
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
