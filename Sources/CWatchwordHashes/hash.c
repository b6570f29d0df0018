#include "hash.h"

#include <dlfcn.h>
#include <stddef.h>

bool ww_hash_load(ww_hash_library *library) {
  // libcrypt.so.2 is built without the obsolete functions.
  void *handle = dlopen("libcrypt.so.1", RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) handle = dlopen("libcrypt.so.2", RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) return false;
  *(void **)&library->make_setting = dlsym(handle, "crypt_gensalt_rn");
  *(void **)&library->hash = dlsym(handle, "crypt_rn");
  return library->make_setting != NULL && library->hash != NULL;
}
