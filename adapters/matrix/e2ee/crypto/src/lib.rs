//! The functions that C calls. engarde_crypto.h says what each function does, and who owns its
//! arguments and results.
//!
//! The unsafe code in this file reads the caller's strings, returns results, and uses the caller's
//! pointer to a machine. caller_table.rs has the rest of the unsafe code. The other files are safe
//! Rust.

mod answer;
mod cached_table;
mod caller_table;
mod coding;
mod fault;
mod held;
mod key_counts;
mod key_store;
mod key_table;
mod kinds;
mod lists;
mod machine;
mod parts;
mod place;
mod request;
mod room_key_list;
mod room_keys;
mod saved_changes;
mod sessions;
mod store_lock;
mod sync;
mod trust;
mod verifications;
mod verify;

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

use caller_table::CallerTable;
use fault::Fault;
use machine::Machine;
use place::Place;
use serde_json::{Value, json};
use zeroize::Zeroize;

const OK: c_int = 0;
const OTHER_DEVICE: c_int = 1;
const FAILED: c_int = 2;

/// The source line of the last panic. The panic's message is not kept, since it may quote secret
/// data.
static PANIC_LINE: Mutex<String> = Mutex::new(String::new());

/// After this call, a panic prints nothing. Only its source line is kept.
fn note_panics_quietly() {
    std::panic::set_hook(Box::new(|info| {
        if let (Ok(mut line), Some(at)) = (PANIC_LINE.lock(), info.location()) {
            *line = format!("{}:{}", at.file(), at.line());
        }
    }));
}

/// Borrows a string of the caller. A NULL pointer is a fault.
///
/// # Safety
/// `text` is NULL or a C string that stays valid during the call.
unsafe fn read<'a>(text: *const c_char) -> Result<&'a str, Fault> {
    if text.is_null() {
        return Err(Fault::new("a text is missing"));
    }
    unsafe { CStr::from_ptr(text) }.to_str().map_err(Fault::new)
}

/// Runs `work`. Returns a status, and writes the JSON text or the error sentence to `result`.
///
/// # Safety
/// `result` can be written to.
unsafe fn run(result: *mut *mut c_char, work: impl FnOnce() -> Result<Value, Fault>) -> c_int {
    let outcome = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        let line = PANIC_LINE.lock().map(|line| line.clone()).unwrap_or_default();
        Err(Fault::new(format!("a fault within the encryption library, at {line}")))
    });
    let (status, text) = match outcome {
        Ok(value) => (OK, value.to_string()),
        Err(fault) => (if fault.other_device { OTHER_DEVICE } else { FAILED }, fault.why),
    };
    // JSON text contains no NUL, but the sentence of a fault might quote one.
    let text = CString::new(text.replace('\0', " ")).unwrap_or_default();
    unsafe { *result = text.into_raw() };
    status
}

/// struct mx_machine_keys
#[repr(C)]
pub struct RawPlace {
    folder: *const c_char,
    table: *const CallerTable,
}

/// Returns where the keys of a device are.
///
/// # Safety
/// `place` is NULL, or points to a place whose pointers stay valid during the call.
unsafe fn read_place<'a>(place: *const RawPlace) -> Result<Place<'a>, Fault> {
    let place = unsafe { place.as_ref() }.ok_or_else(|| Fault::new("a place is missing"))?;

    match unsafe { place.table.as_ref() } {
        Some(table) => Ok(Place::Table(*table)),
        None => Ok(Place::Folder(unsafe { read(place.folder) }?)),
    }
}

/// # Safety
/// The strings are C strings, `keys` and `old` point to places, `old` may be NULL; `machine` and
/// `result` can be written to. A table's functions can be called until the machine is closed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mx_machine_open(
    keys: *const RawPlace,
    old: *const RawPlace,
    user: *const c_char,
    device: *const c_char,
    machine: *mut *mut Machine,
    result: *mut *mut c_char,
) -> c_int {
    note_panics_quietly();
    unsafe {
        run(result, || {
            let old = if old.is_null() { None } else { Some(read_place(old)?) };
            let (opened, answer) =
                Machine::open(read_place(keys)?, old, read(user)?, read(device)?)?;
            *machine = Box::into_raw(Box::new(opened));
            Ok(answer)
        })
    }
}

/// # Safety
/// `keys` points to a place; `result` can be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mx_machine_forget_sessions(
    keys: *const RawPlace,
    result: *mut *mut c_char,
) -> c_int {
    unsafe {
        run(result, || {
            read_place(keys)?.forget_sessions()?;
            Ok(json!({}))
        })
    }
}

/// # Safety
/// `machine` comes from mx_machine_open, or is NULL, and is not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mx_machine_close(machine: *mut Machine) {
    if !machine.is_null() {
        let owned = unsafe { Box::from_raw(machine) };
        let _ = catch_unwind(AssertUnwindSafe(|| owned.close()));
    }
}

/// # Safety
/// `text` comes from this library, or is NULL, and is not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mx_machine_free(text: *mut c_char) {
    if !text.is_null() {
        unsafe { CString::from_raw(text) }.into_bytes().zeroize();
    }
}

/// Defines a function of the header: it reads the texts, calls the machine and returns the result.
macro_rules! export {
    ($name:ident, |$machine:ident $(, $text:ident)*| $work:expr) => {
        /// # Safety
        /// `machine` comes from mx_machine_open, the texts are C strings, `result` can be written to.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            machine: *mut Machine,
            $($text: *const c_char,)*
            result: *mut *mut c_char,
        ) -> c_int {
            unsafe {
                run(result, || {
                    let $machine = &*machine;
                    $(let $text = read($text)?;)*
                    $work
                })
            }
        }
    };
}

export!(mx_machine_identity, |machine| machine.identity());
export!(mx_machine_take_sync, |machine, changes| machine.take_sync(changes));
export!(mx_machine_take_answer, |machine, request, answer| machine
    .take_answer(request, answer));
export!(mx_machine_encrypt, |machine, room, kind, content| machine
    .encrypt(room, kind, content));
export!(mx_machine_query_self, |machine| machine.query_self());
export!(mx_machine_sign_self, |machine| machine.sign_self());
export!(mx_machine_bootstrap, |machine| machine.bootstrap());
export!(mx_machine_set_verifiers, |machine, users| machine.set_verifiers(users));
export!(mx_machine_take_room_event, |machine, room, event| machine
    .take_room_event(room, event));
export!(mx_machine_step_verifications, |machine| machine.step_verifications());
export!(mx_machine_recover, |machine, secrets| machine.recover(secrets));

/// # Safety
/// As for the functions above; `room` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mx_machine_requests(
    machine: *mut Machine,
    room: *const c_char,
    result: *mut *mut c_char,
) -> c_int {
    unsafe {
        run(result, || {
            let room = if room.is_null() { None } else { Some(read(room)?) };
            (*machine).requests(room)
        })
    }
}

/// # Safety
/// `machine` comes from mx_machine_open.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mx_machine_set_time(machine: *mut Machine, now: i64) {
    unsafe { (*machine).now.set(now) };
}

/// # Safety
/// As for the functions above.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mx_machine_query_changed(
    machine: *mut Machine,
    elsewhere: c_int,
    result: *mut *mut c_char,
) -> c_int {
    unsafe { run(result, || (*machine).query_changed(elsewhere != 0)) }
}

/// # Safety
/// As for the functions above.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mx_machine_decrypt(
    machine: *mut Machine,
    room: *const c_char,
    event: *const c_char,
    signed_only: c_int,
    result: *mut *mut c_char,
) -> c_int {
    unsafe { run(result, || (*machine).decrypt(read(room)?, read(event)?, signed_only != 0)) }
}

/// # Safety
/// As for the functions above.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mx_machine_count_devices(
    machine: *mut Machine,
    user: *const c_char,
    signed_only: c_int,
    result: *mut *mut c_char,
) -> c_int {
    unsafe { run(result, || (*machine).count_devices(read(user)?, signed_only != 0)) }
}

/// # Safety
/// `user` is a string; `result` can be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mx_machine_accept_identity(
    machine: *mut Machine,
    user: *const c_char,
    result: *mut *mut c_char,
) -> c_int {
    unsafe { run(result, || (*machine).accept_identity(read(user)?)) }
}

/// # Safety
/// `data` points to `size` bytes that nobody else uses; `result` can be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mx_machine_encrypt_file(
    data: *mut c_void,
    size: usize,
    result: *mut *mut c_char,
) -> c_int {
    unsafe {
        run(result, || {
            if data.is_null() {
                return Err(Fault::new("there is no file"));
            }
            machine::encrypt_file(std::slice::from_raw_parts_mut(data.cast::<u8>(), size))
        })
    }
}
