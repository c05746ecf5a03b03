// Shows ThreadSanitizer the locks of a free-threaded Python that was built without it.
//
// The linker puts these functions in the place of Python's own (--wrap), where a lock that another thread holds is
// waited for. Without them every two uses of nanobind's tables by threads that had to wait look like a race.
extern "C" {

void __tsan_acquire(void* address);
void __tsan_release(void* address);
void __real_PyMutex_Lock(void* mutex);
void __real_PyMutex_Unlock(void* mutex);

void __wrap_PyMutex_Lock(void* mutex) {
  __real_PyMutex_Lock(mutex);
  __tsan_acquire(mutex);
}

void __wrap_PyMutex_Unlock(void* mutex) {
  __tsan_release(mutex);
  __real_PyMutex_Unlock(mutex);
}
}
