{{/* What the containers of the bot have in common: the bot itself, and the one in which it logs in. */}}
{{- define "engarde.image" -}}
{{- $repository := required "image.repository is missing: push the image into a registry, and name it" .Values.image.repository -}}
{{- if .Values.image.digest -}}
{{- printf "%s@%s" $repository .Values.image.digest -}}
{{- else -}}
{{- printf "%s:%s" $repository (.Values.image.tag | default .Chart.AppVersion) -}}
{{- end -}}
{{- end }}

{{- define "engarde.confinement" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{- define "engarde.variables" -}}
- name: ENGARDE_MONITORING__LISTEN
  value: "0.0.0.0:9464"
- name: ENGARDE_MONITORING__INSECURE_LISTEN
  value: "true"
{{- if include "engarde.page" . }}
- name: ENGARDE_WEB__LISTEN
  value: "0.0.0.0:8010"
- name: ENGARDE_WEB__INSECURE_LISTEN
  value: "true"
{{- end }}
{{- if include "engarde.isService" . }}
- name: ENGARDE_APPLICATION_SERVICE__REGISTRATION_FILE
  value: /run/secrets/engarde/registration
- name: ENGARDE_APPLICATION_SERVICE__LISTEN
  value: "0.0.0.0:8009"
- name: ENGARDE_APPLICATION_SERVICE__URL
  value: {{ dig "application_service" "url" (printf "http://%s.%s:8009" (include "engarde.name" .) .Release.Namespace) .Values.config | quote }}
{{- else if include "engarde.isOauth" . }}
- name: ENGARDE_MATRIX__LOGIN
  value: oauth
{{- else }}
- name: ENGARDE_MATRIX__{{ .Values.login | upper | replace "-" "_" }}_FILE
  value: /run/secrets/engarde/{{ .Values.login }}
{{- end }}
{{- if .Values.caConfigMap }}
- name: ENGARDE_MATRIX__CA_FILE
  value: /etc/engarde-ca/ca.pem
{{- end }}
{{- if include "engarde.hasRecoveryKey" . }}
- name: ENGARDE_ENCRYPTION__RECOVERY_KEY_FILE
  value: /run/secrets/engarde/recovery-key
{{- end }}
{{- if and (include "engarde.database" .) (include "engarde.hasDatabasePassword" .) }}
- name: PGPASSWORD
  valueFrom:
    secretKeyRef:
      name: {{ include "engarde.secret" . | quote }}
      key: database-password
{{- end }}
{{- with .Values.env }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "engarde.folders" -}}
- name: config
  mountPath: /etc/engarde
  readOnly: true
{{- if include "engarde.secretFiles" . }}
- name: secret
  mountPath: /run/secrets/engarde
  readOnly: true
{{- end }}
- name: store
  mountPath: /var/lib/engarde
- name: tmp
  mountPath: /tmp
{{- if .Values.caConfigMap }}
- name: ca
  mountPath: /etc/engarde-ca
  readOnly: true
{{- end }}
{{- end }}
