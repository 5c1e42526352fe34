//! Splits JSON from outside into parts and parses each part alone, so that an invalid part does not
//! spoil the others. serde_json refuses a whole text if one value is nested too deep.

use std::collections::BTreeMap;

use serde_json::Value;
use serde_json::value::RawValue;

use crate::machine::Fault;

/// The members of an object, each as unparsed text.
pub type Members = BTreeMap<String, Box<RawValue>>;

/// serde_json reads at most 128 levels. A part must leave some for the levels around it.
const DEPTH_MOST: usize = 100;

pub fn members(text: &str) -> Result<Members, Fault> {
    Ok(serde_json::from_str(text)?)
}

/// The members of an object; empty if the part is not an object.
pub fn members_of(part: Option<&RawValue>) -> Members {
    part.and_then(|part| serde_json::from_str(part.get()).ok()).unwrap_or_default()
}

/// The items of an array; empty if the part is not an array.
pub fn items_of(part: Option<&RawValue>) -> Vec<Box<RawValue>> {
    part.and_then(|part| serde_json::from_str(part.get()).ok()).unwrap_or_default()
}

/// The parsed part. None: the part is nested too deep or is not JSON.
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

/// The rules for one level of nested objects: which keys are valid, and how many stay.
pub struct Level {
    pub key: fn(&str) -> bool,
    pub most: usize,
}

/// Copies nested objects, as deep as `levels` says. Leaves out each member with an invalid key or a
/// value that can't be read, and the members beyond the number that its level allows. None: the
/// part is not an object or, if there are no levels, can't be read.
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
