package files

const ioctlWaiting = 0x4004667f // FIONREAD
