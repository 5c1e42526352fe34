//! The border to C: engarde_crypto.h says what each function does and who owns what.
//!
//! Everything behind it is safe Rust; what is unsafe is here: reading the caller's strings, handing
//! out ours, and the pointer that stands for a machine.

mod machine;
mod request;
mod trust;
mod verify;

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

use machine::{Fault, Machine};
use serde_json::Value;
use zeroize::Zeroize;

const OK: c_int = 0;
const OTHER_DEVICE: c_int = 1;
const FAILED: c_int = 2;

/// Where the last panic was: its message may quote data, its place never does.
static PLACE: Mutex<String> = Mutex::new(String::new());

fn note_panics_quietly() {
    std::panic::set_hook(Box::new(|info| {
        if let (Ok(mut place), Some(at)) = (PLACE.lock(), info.location()) {
            *place = format!("{}:{}", at.file(), at.line());
        }
    }));
}

/// # Safety
/// `text` is NULL or a C string that outlives the call.
unsafe fn read<'a>(text: *const c_char) -> Result<&'a str, Fault> {
    if text.is_null() {
        return Err(Fault::new("a text is missing"));
    }
    unsafe { CStr::from_ptr(text) }.to_str().map_err(Fault::new)
}

/// Does the work, and turns whatever comes of it into a status and a text.
///
/// # Safety
/// `result` can be written to.
unsafe fn border(
    result: *mut *mut c_char,
    work: impl FnOnce() -> Result<Value, Fault>,
) -> c_int {
    let outcome = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        let place = PLACE.lock().map(|place| place.clone()).unwrap_or_default();
        Err(Fault::new(format!("a fault within the encryption library, at {place}")))
    });
    let (status, text) = match outcome {
        Ok(value) => (OK, value.to_string()),
        Err(fault) => (if fault.other_device { OTHER_DEVICE } else { FAILED }, fault.why),
    };
    // JSON has no NUL; a fault's sentence might quote one.
    let text = CString::new(text.replace('\0', " ")).unwrap_or_default();
    unsafe { *result = text.into_raw() };
    status
}

/// # Safety
/// The strings are C strings; `olm` and `result` can be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mx_olm_open(
    folder: *const c_char,
    user: *const c_char,
    device: *const c_char,
    olm: *mut *mut Machine,
    result: *mut *mut c_char,
) -> c_int {
    note_panics_quietly();
    unsafe {
        border(result, || {
            let machine = Machine::open(read(folder)?, read(user)?, read(device)?)?;
            *olm = Box::into_raw(Box::new(machine));
            Ok(Value::Object(Default::default()))
        })
    }
}

/// # Safety
/// `olm` comes from mx_olm_open, or is NULL, and is not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mx_olm_close(olm: *mut Machine) {
    if !olm.is_null() {
        let machine = unsafe { Box::from_raw(olm) };
        let _ = catch_unwind(AssertUnwindSafe(|| machine.close()));
    }
}

/// # Safety
/// `text` comes from this library, or is NULL, and is not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mx_olm_free(text: *mut c_char) {
    if !text.is_null() {
        unsafe { CString::from_raw(text) }.into_bytes().zeroize();
    }
}

/// One function of the header that asks a machine: its texts are read, its answer is handed out.
macro_rules! ask {
    ($name:ident, |$machine:ident $(, $text:ident)*| $work:expr) => {
        /// # Safety
        /// `olm` comes from mx_olm_open, the texts are C strings, `result` can be written to.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            olm: *mut Machine,
            $($text: *const c_char,)*
            result: *mut *mut c_char,
        ) -> c_int {
            unsafe {
                border(result, || {
                    let $machine = &*olm;
                    $(let $text = read($text)?;)*
                    $work
                })
            }
        }
    };
}

ask!(mx_olm_identity, |machine| machine.identity());
ask!(mx_olm_sync, |machine, changes| machine.sync(changes));
ask!(mx_olm_answered, |machine, id, kind, answer| machine.answered(id, kind, answer));
ask!(mx_olm_encrypt, |machine, room, kind, content| machine.encrypt(room, kind, content));
ask!(mx_olm_query_self, |machine| machine.query_self());
ask!(mx_olm_sign_self, |machine| machine.sign_self());
ask!(mx_olm_bootstrap, |machine| machine.bootstrap());
ask!(mx_olm_verifiers, |machine, users| machine.verifiers(users));
ask!(mx_olm_hear, |machine, room, event| machine.hear(room, event));
ask!(mx_olm_verify, |machine| machine.verify());
ask!(mx_olm_recover, |machine, secrets| machine.recover(secrets));

/// # Safety
/// As of the others; `room` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mx_olm_requests(
    olm: *mut Machine,
    room: *const c_char,
    result: *mut *mut c_char,
) -> c_int {
    unsafe {
        border(result, || {
            let room = if room.is_null() { None } else { Some(read(room)?) };
            (*olm).requests(room)
        })
    }
}

/// # Safety
/// As of the others.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mx_olm_decrypt(
    olm: *mut Machine,
    room: *const c_char,
    event: *const c_char,
    signed_only: c_int,
    result: *mut *mut c_char,
) -> c_int {
    unsafe { border(result, || (*olm).decrypt(read(room)?, read(event)?, signed_only != 0)) }
}

/// # Safety
/// As of the others.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mx_olm_devices(
    olm: *mut Machine,
    user: *const c_char,
    signed_only: c_int,
    result: *mut *mut c_char,
) -> c_int {
    unsafe { border(result, || (*olm).devices(read(user)?, signed_only != 0)) }
}

/// # Safety
/// `data` is `size` bytes that nobody else uses; `result` can be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mx_olm_encrypt_file(
    data: *mut c_void,
    size: usize,
    result: *mut *mut c_char,
) -> c_int {
    unsafe {
        border(result, || {
            if data.is_null() {
                return Err(Fault::new("there is no file"));
            }
            machine::encrypt_file(std::slice::from_raw_parts_mut(data.cast::<u8>(), size))
        })
    }
}
