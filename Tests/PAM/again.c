// A PAM module that asks for a new password of its own, in pam_unix's words, and accepts any. Its argument, with a
// blank for each underscore, is printed before. See pam_sm_chauthtok(3); libpam's headers are not needed.

struct pam_message {
  int style;
  const char *text;
};
struct pam_response {
  char *text;
  int code;
};
struct pam_conv {
  int (*talk)(int count, const struct pam_message **, struct pam_response **, void *data);
  void *data;
};

int pam_get_item(const void *handle, int type, const void **item);

enum { conversation = 5, update = 0x2000, prompt = 1, info = 4 };

static int say(const struct pam_conv *conv, int style, const char *text) {
  struct pam_message message = {style, text};
  const struct pam_message *messages = &message;
  struct pam_response *response = 0;
  return conv->talk(1, &messages, &response, conv->data);
}

int pam_sm_chauthtok(void *handle, int flags, int argc, const char **argv) {
  if (!(flags & update)) return 0;
  const struct pam_conv *conv;
  int error = pam_get_item(handle, conversation, (const void **)&conv);
  if (error) return error;
  if (argc > 0) {
    char line[80] = "";
    for (int index = 0; argv[0][index] && index < 79; index++) line[index] = argv[0][index] == '_' ? ' ' : argv[0][index];
    say(conv, info, line);
  }
  return say(conv, prompt, "New password: ");
}
