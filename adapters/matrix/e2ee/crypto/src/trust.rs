//! The account's cross-signing identity. The bot makes it once, stores its keys in the account's
//! secret storage, and never resets it.

use matrix_sdk_crypto::secret_storage::{AesHmacSha2EncryptedData, SecretStorageKey};
use matrix_sdk_crypto::store::types::CrossSigningKeyExport;
use ruma::TransactionId;
use ruma::events::secret::request::SecretName;
use ruma::events::secret_storage::key::SecretStorageKeyEventContent;
use serde_json::{Value, json};
use zeroize::Zeroizing;

use crate::fault::Fault;
use crate::machine::Machine;
use crate::request;

impl Machine {
    /// Returns the device's fingerprint, whether the machine has an identity's private keys, and
    /// whether the account's published identity has signed the device.
    pub fn identity(&self) -> Result<Value, Fault> {
        self.runtime.block_on(async {
            let status = self.olm.cross_signing_status().await;
            let user = self.olm.user_id();
            let device = self.olm.get_device(user, self.olm.device_id(), None).await?;

            Ok(json!({
                "ed25519": self.olm.identity_keys().ed25519.to_base64(),
                "private": status.is_complete(),
                "signed": device.is_some_and(|device| device.is_cross_signed_by_owner()),
            }))
        })
    }

    /// Returns a request for the account's published keys.
    pub fn query_self(&self) -> Result<Value, Fault> {
        let (id, query) = self.olm.query_keys_for_users([self.olm.user_id()]);

        Ok(json!([request::query(&id, &query, false)]))
    }

    /// Returns the requests that publish a signature of this device by the account's identity.
    pub fn sign_self(&self) -> Result<Value, Fault> {
        let keys = self.runtime.block_on(self.olm.bootstrap_cross_signing(false))?;

        Ok(json!([request::signatures(&TransactionId::new(), &keys.upload_signatures_req)]))
    }

    /// Makes an identity, unless the machine has the private keys of one. Returns the requests that
    /// publish the identity. The caller uploads the device's keys before.
    pub fn bootstrap(&self) -> Result<Value, Fault> {
        let keys = self.runtime.block_on(self.olm.bootstrap_cross_signing(false))?;
        let storage = SecretStorageKey::new();
        let mut requests = self.secret_storage_requests(&storage)?;

        requests.push(request::new(
            &TransactionId::new(),
            "signing_keys",
            "POST",
            "keys/device_signing/upload",
            request::without_nulls(json!({
                "master_key": keys.upload_signing_keys_req.master_key,
                "self_signing_key": keys.upload_signing_keys_req.self_signing_key,
                "user_signing_key": keys.upload_signing_keys_req.user_signing_key,
            })),
        ));
        requests.push(request::signatures(&TransactionId::new(), &keys.upload_signatures_req));
        Ok(json!({"recovery_key": storage.to_base58(), "requests": requests}))
    }

    /// Returns the requests that store the cross-signing keys in the account's secret storage:
    /// https://spec.matrix.org/latest/client-server-api/#secret-storage
    fn secret_storage_requests(
        &self,
        storage: &SecretStorageKey,
    ) -> Result<Vec<Value>, Fault> {
        let Some(export) = self.runtime.block_on(self.olm.export_cross_signing_keys())? else {
            return Err(Fault::new("there are no cross-signing keys to store"));
        };
        let mut events = vec![
            (storage.event_type().to_string(), serde_json::to_value(storage.event_content())?),
            ("m.secret_storage.default_key".to_owned(), json!({"key": storage.key_id()})),
        ];

        for (name, secret) in [
            (SecretName::CrossSigningMasterKey, &export.master_key),
            (SecretName::CrossSigningSelfSigningKey, &export.self_signing_key),
            (SecretName::CrossSigningUserSigningKey, &export.user_signing_key),
        ] {
            let Some(secret) = secret else {
                return Err(Fault::new("a cross-signing key is missing"));
            };
            let encrypted = storage.encrypt(secret.as_bytes().to_vec(), &name);
            let content = json!({"encrypted": {storage.key_id(): encrypted}});
            events.push((name.as_str().to_owned(), content));
        }
        Ok(events
            .into_iter()
            .map(|(kind, content)| self.account_data(&kind, content))
            .collect())
    }

    /// Returns a request that stores account data of the type `kind`.
    fn account_data(&self, kind: &str, content: Value) -> Value {
        let user = request::part(self.olm.user_id().as_str());
        let path = format!("user/{user}/account_data/{}", request::part(kind));

        request::new(&TransactionId::new(), "account_data", "PUT", &path, content)
    }

    /// Takes the private cross-signing keys from the account's secret storage.
    pub fn recover(&self, secrets: &str) -> Result<Value, Fault> {
        let json: Value = serde_json::from_str(secrets)?;
        let (Some(input), Some(id)) = (json["recovery_key"].as_str(), json["key_id"].as_str())
        else {
            return Err(Fault::new("no recovery key is given"));
        };
        let mut content: SecretStorageKeyEventContent = key_content(&json["key"], id)?;
        content.key_id = id.to_owned();
        let storage =
            SecretStorageKey::from_account_data(input.trim(), content).map_err(Fault::new)?;
        let decrypt = |name: SecretName| -> Result<Option<String>, Fault> {
            let encrypted = &json["secrets"][name.as_str()]["encrypted"][id];
            let encrypted: AesHmacSha2EncryptedData =
                serde_json::from_value(encrypted.clone())?;
            let secret =
                Zeroizing::new(storage.decrypt(&encrypted, &name).map_err(Fault::new)?);

            Ok(Some(String::from_utf8_lossy(&secret).into_owned()))
        };
        let export = CrossSigningKeyExport {
            master_key: decrypt(SecretName::CrossSigningMasterKey)?,
            self_signing_key: decrypt(SecretName::CrossSigningSelfSigningKey)?,
            user_signing_key: decrypt(SecretName::CrossSigningUserSigningKey)?,
        };

        self.runtime
            .block_on(self.olm.import_cross_signing_keys(export))
            .map_err(Fault::new)?;
        Ok(json!({}))
    }
}

/// Reads the description of a storage key. `id` is a parameter, since the key's id is in the
/// event's type and not in its content.
fn key_content(content: &Value, id: &str) -> Result<SecretStorageKeyEventContent, Fault> {
    use ruma::events::EventContentFromType;
    let raw = serde_json::value::to_raw_value(content)?;
    let kind = format!("m.secret_storage.key.{id}");

    Ok(SecretStorageKeyEventContent::from_parts(&kind, &raw)?)
}
