# shellcheck shell=bash
# Prints the package sources of this machine, one in each line. Prints only Debian's own sources.
debian_sources() {
	# shellcheck disable=SC2016 # apt's own variables
	apt-get indextargets --format 'deb $(REPO_URI) $(RELEASE) $(COMPONENT)' \
		'Identifier: Packages' 'Origin: Debian' | sort -u
}
