package main

const ioctlWaiting = 0x4004667f // FIONREAD
