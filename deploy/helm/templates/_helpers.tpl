{{/* The name of all objects: that of the release, with the chart's name unless it has it already. */}}
{{- define "engarde.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 52 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" (.Release.Name | trunc 40 | trimSuffix "-") .Chart.Name -}}
{{- end -}}
{{- end }}

{{- define "engarde.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "engarde.labels" -}}
{{ include "engarde.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "engarde.secret" -}}
{{- .Values.secret.existing | default (include "engarde.name" .) -}}
{{- end }}

{{/* The URL of the database, or nothing if the store is a file. */}}
{{- define "engarde.database" -}}
{{- regexFind "^postgres(ql)?://.*" (.Values.config.store | default "") -}}
{{- end }}

{{/* The URL of the web page, or nothing if there is none. */}}
{{- define "engarde.page" -}}
{{- dig "web" "url" "" .Values.config -}}
{{- end }}

{{- define "engarde.isService" -}}
{{- if eq .Values.login "registration" }}yes{{ end -}}
{{- end }}
{{- define "engarde.isOauth" -}}
{{- if eq .Values.login "oauth" }}yes{{ end -}}
{{- end }}

{{/* Whether the secret has a password of the database, or a recovery key. */}}
{{- define "engarde.hasDatabasePassword" -}}
{{- if or .Values.useDatabasePassword .Values.secret.databasePassword }}yes{{ end -}}
{{- end }}
{{- define "engarde.hasRecoveryKey" -}}
{{- if or .Values.useRecoveryKey .Values.secret.recoveryKey }}yes{{ end -}}
{{- end }}

{{/* The keys of the secret that the bot reads as files: none if it logs in with a browser and makes its own recovery key. */}}
{{- define "engarde.secretFiles" -}}
{{- if not (include "engarde.isOauth" .) }}{{ .Values.login }}{{ end -}}
{{- if include "engarde.hasRecoveryKey" . }},recovery-key{{ end -}}
{{- end }}

{{/* Whether there is a secret at all. */}}
{{- define "engarde.hasSecret" -}}
{{- if or (include "engarde.secretFiles" .) (include "engarde.hasDatabasePassword" .) }}yes{{ end -}}
{{- end }}

{{/* The value of `secret` that belongs to the way in which the bot logs in. */}}
{{- define "engarde.credential" -}}
{{- get (dict "password" .Values.secret.password "access-token" .Values.secret.accessToken "registration" .Values.secret.registration) .Values.login -}}
{{- end }}

{{/*
The page that says whether a pod is ready. Only the bot that leads may get requests of browsers and of the homeserver.
Where there are none, a bot that stands by is as ready as the other one, and the deployment is complete.
*/}}
{{- define "engarde.readiness" -}}
{{- if and .Values.standby (not (include "engarde.page" .)) (not (include "engarde.isService" .)) -}}
/health
{{- else -}}
/readyz
{{- end -}}
{{- end }}

{{/* The port of a URL. The argument is a list: the URL, such as https://matrix.example.org:8448, and the usual port. */}}
{{- define "engarde.port" -}}
{{- $host := (urlParse (first .)).host -}}
{{- regexFind "[0-9]+$" (regexFind ":[0-9]+$" $host) | default (last .) -}}
{{- end }}

{{/* The ports of the servers of a database's URL, which may list several: postgresql://user@one,two:5433/name */}}
{{- define "engarde.databasePorts" -}}
{{- $hosts := regexReplaceAll "^[^/]*//([^/@]*@)?([^/?]*).*$" . "${2}" -}}
{{- $ports := list -}}
{{- range splitList "," $hosts -}}
{{- $ports = append $ports (regexFind "[0-9]+$" (regexFind ":[0-9]+$" .) | default "5432") -}}
{{- end -}}
{{- join "," (uniq $ports) -}}
{{- end }}

{{/* The keys of the configuration that the chart sets, and what to write instead. */}}
{{- define "engarde.chartsOwn" -}}
matrix.password_file: give login and secret
matrix.access_token_file: give login and secret
matrix.login: give login and secret
matrix.ca_file: give caConfigMap
application_service.registration_file: give login and secret
application_service.listen: it is the port 8009 of the pod
encryption.recovery_key_file: give useRecoveryKey and secret
folder: it is the volume of the pod
monitoring.listen: it is the port 9464 of the pod
monitoring.insecure_listen: networkPolicy says who may connect
web.listen: it is the port 8010 of the pod
web.insecure_listen: networkPolicy says who may connect
{{- end }}

{{/* What is wrong with the values as a whole. The schema checks each of them alone. */}}
{{- define "engarde.check" -}}
{{- range $path, $instead := include "engarde.chartsOwn" . | fromYaml -}}
{{- $keys := splitList "." $path -}}
{{- $section := ternary $.Values.config (get $.Values.config (first $keys) | default dict) (eq (len $keys) 1) -}}
{{- if hasKey $section (last $keys) -}}
{{- fail (printf "config.%s: the chart sets this key; %s" $path $instead) -}}
{{- end -}}
{{- end -}}
{{- $matrix := .Values.config.matrix -}}
{{- $_ := required "config.matrix.homeserver is missing, such as https://matrix.example.org" $matrix.homeserver -}}
{{- $_ := required "config.matrix.user is missing, such as \"@engarde:example.org\"" $matrix.user -}}
{{- if and .Values.standby (not (include "engarde.database" .)) -}}
{{- fail "standby needs a store in a database: set config.store to postgresql://…" -}}
{{- end -}}
{{- if and .Values.newLogin (not (include "engarde.isOauth" .)) -}}
{{- fail "newLogin works only with login: oauth" -}}
{{- end -}}
{{- if and (not .Values.secret.existing) (not (include "engarde.credential" .)) (not (include "engarde.isOauth" .)) -}}
{{- fail (printf "the bot can't log in: name a secret with the key %q in secret.existing, or give its value in secret" .Values.login) -}}
{{- end -}}
{{- range $key, $login := dict "password" "password" "accessToken" "access-token" "registration" "registration" -}}
{{- if and (get $.Values.secret $key) (ne $.Values.login $login) -}}
{{- fail (printf "secret.%s: the value of login is %q, which does not use it" $key $.Values.login) -}}
{{- end -}}
{{- end -}}
{{- if and .Values.secret.existing (include "engarde.credential" .) -}}
{{- fail "secret.existing and a value in secret: give one of them" -}}
{{- end -}}
{{- if and .Values.secret.existing (or .Values.secret.databasePassword .Values.secret.recoveryKey) -}}
{{- fail "secret.existing and a value in secret: give one of them; useDatabasePassword and useRecoveryKey say what an existing secret has" -}}
{{- end -}}
{{/* A ConfigMap is no place for secrets: more people may read it. */}}
{{- range list "password" "access_token" "token" -}}
{{- if hasKey $matrix . -}}
{{- fail (printf "config.matrix.%s: the configuration has no secrets; give login and secret" .) -}}
{{- end -}}
{{- end -}}
{{- if regexMatch "://[^/?]*:[^/?]*@|[?&](ssl)?password=" (include "engarde.database" .) -}}
{{- fail "config.store has a password, which others can read there; give useDatabasePassword and a secret" -}}
{{- end -}}
{{- if .Values.ingress.enabled -}}
{{- $page := urlParse (required "ingress needs config.web.url, such as https://engarde.example.org/" (include "engarde.page" .)) -}}
{{- if not (has $page.path (list "" "/")) -}}
{{- fail "config.web.url has a path, and an Ingress can't remove it: take a host of its own for the page" -}}
{{- end -}}
{{- end -}}
{{- end }}
