/// How often this thread has asked libzxcvbn about a text. The tests are linked with a ZxcvbnMatch that counts.
long zxcvbn_calls(void);
