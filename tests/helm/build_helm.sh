#!/usr/bin/env bash
# usage: build_helm.sh PIP FOLDER
# Builds Helm into FOLDER/bin, unless it is there. A Helm without these flags takes the cluster for one of version 1.20.
set -euo pipefail
of=helm.sh/helm/v3/pkg/chartutil
exec "$(dirname "$0")/../support/build_go.sh" "$1" "$2" helm.sh/helm/v3 v3.22.0 \
    h1:n1if5iQgHYsujPAcO5oonH/KiSNUmqmUF0iGVjSF3AU= \
    -ldflags "-s -w -X $of.k8sVersionMajor=1 -X $of.k8sVersionMinor=37" ./cmd/helm
