//! The room keys in the table: those of a device, and those that are not in the backup. The bot
//! makes no backups, so there is no index for them: these functions read all room keys.

use matrix_sdk_crypto::olm::{
    Curve25519PublicKey, InboundGroupSession, PickledInboundGroupSession, SenderDataType,
};
use matrix_sdk_crypto::store::types::RoomKeyCounts;
use ruma::RoomId;

use crate::coding::decode;
use crate::key_table::{Change, Key, KeyTable, Result, Search, bounded};
use crate::kinds::ROOM_KEY;
use crate::saved_changes::{room_key_change, room_key_label};

pub fn read(value: &[u8]) -> Result<InboundGroupSession> {
    Ok(InboundGroupSession::from_pickle(decode(value)?)?)
}

/// Returns at most `limit` room keys of a device, in the order of their ids.
pub fn of_device(
    table: &dyn KeyTable,
    sender_key: Curve25519PublicKey,
    kind: SenderDataType,
    after: Option<&str>,
    limit: usize,
) -> Result<Vec<InboundGroupSession>> {
    let label = room_key_label(kind, &sender_key.to_base64());
    let search = Search::label(ROOM_KEY, &label);
    let after = after.map(bounded);
    let found = table.page(&search, after.as_deref().map(|name| ("", name)), limit)?;

    found.iter().map(|one| read(&one.value)).collect()
}

pub fn count(table: &dyn KeyTable) -> Result<RoomKeyCounts> {
    let mut counts = RoomKeyCounts { total: 0, backed_up: 0 };

    table.each(&Search::kind(ROOM_KEY), &mut |found| {
        let pickle: PickledInboundGroupSession = decode(&found.value)?;
        counts.total += 1;
        counts.backed_up += usize::from(pickle.backed_up);
        Ok(())
    })?;
    Ok(counts)
}

pub fn to_back_up(table: &dyn KeyTable, limit: usize) -> Result<Vec<InboundGroupSession>> {
    let mut sessions = vec![];

    table.each(&Search::kind(ROOM_KEY), &mut |found| {
        let pickle: PickledInboundGroupSession = decode(&found.value)?;
        if sessions.len() < limit && !pickle.backed_up {
            sessions.push(InboundGroupSession::from_pickle(pickle)?);
        }
        Ok(())
    })?;
    Ok(sessions)
}

pub fn mark_backed_up(table: &dyn KeyTable, sessions: &[(&RoomId, &str)]) -> Result<()> {
    let mut changes = vec![];

    for (room, session) in sessions {
        if let Some(value) = table.get(&Key::new(ROOM_KEY, room.as_str(), session))? {
            changes.push(with_backup_flag(decode(&value)?, session, true)?);
        }
    }
    table.write(&changes)
}

pub fn forget_backup(table: &dyn KeyTable) -> Result<()> {
    let mut changes = vec![];

    table.each(&Search::kind(ROOM_KEY), &mut |found| {
        let pickle: PickledInboundGroupSession = decode(&found.value)?;
        if pickle.backed_up {
            changes.push(with_backup_flag(pickle, &found.name, false)?);
        }
        Ok(())
    })?;
    table.write(&changes)
}

fn with_backup_flag(
    mut pickle: PickledInboundGroupSession,
    session: &str,
    backed_up: bool,
) -> Result<Change> {
    pickle.backed_up = backed_up;
    room_key_change(&pickle, session)
}
