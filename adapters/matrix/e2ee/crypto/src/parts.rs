//! Splits JSON from other servers into parts and parses each part alone. serde_json refuses a whole
//! text if one value is nested too deep. So without the split, one invalid part would spoil the
//! others.

use std::collections::BTreeMap;

use serde_json::Value;
use serde_json::value::RawValue;

use crate::fault::Fault;

/// The members of an object. Each value is unparsed text.
pub type Members = BTreeMap<String, Box<RawValue>>;

/// serde_json reads at most 128 levels. A part may use at most DEPTH_MOST of them, since the part
/// itself is nested in other levels.
const DEPTH_MOST: usize = 100;

pub fn members(text: &str) -> Result<Members, Fault> {
    Ok(serde_json::from_str(text)?)
}

/// Returns the members of an object, or no members if the part is not an object.
pub fn members_of(part: Option<&RawValue>) -> Members {
    part.and_then(|part| serde_json::from_str(part.get()).ok()).unwrap_or_default()
}

/// Returns the items of an array, or no items if the part is not an array.
pub fn items_of(part: Option<&RawValue>) -> Vec<Box<RawValue>> {
    part.and_then(|part| serde_json::from_str(part.get()).ok()).unwrap_or_default()
}

/// Returns the parsed part, or None if the part is nested too deep or is not JSON.
pub fn value(part: &RawValue) -> Option<Value> {
    let value = serde_json::from_str(part.get()).ok()?;

    is_shallow(&value, DEPTH_MOST).then_some(value)
}

fn is_shallow(value: &Value, depth: usize) -> bool {
    match value {
        Value::Array(all) => depth > 0 && all.iter().all(|one| is_shallow(one, depth - 1)),
        Value::Object(all) => depth > 0 && all.values().all(|one| is_shallow(one, depth - 1)),
        _ => true,
    }
}

/// The rules for one level of nested objects: which keys are valid, and how many members to keep.
pub struct Level {
    pub key: fn(&str) -> bool,
    pub most: usize,
}

/// Copies nested objects. `levels` has the rules for each level of objects, from the outside to the
/// inside. Leaves out each member with an invalid key or with a value that can't be read. Also
/// leaves out the members beyond the number that the rules allow. Returns None if the part is not
/// an object or, if `levels` is empty, can't be read.
pub fn keep_valid(part: &RawValue, levels: &[Level]) -> Option<Value> {
    let Some((level, inner)) = levels.split_first() else {
        return value(part);
    };
    let all: Members = serde_json::from_str(part.get()).ok()?;

    Some(
        all.into_iter()
            .filter(|(key, _)| (level.key)(key))
            .filter_map(|(key, part)| Some((key, keep_valid(&part, inner)?)))
            .take(level.most)
            .collect::<serde_json::Map<_, _>>()
            .into(),
    )
}
