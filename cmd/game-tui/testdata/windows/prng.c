// The part of bcryptprimitives.dll that Go programs need. Wine 8 has no such library.
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE to, SIZE_T size)
{
	for (; size > 1 << 20; to += 1 << 20, size -= 1 << 20)
		if (!SystemFunction036(to, 1 << 20))
			return FALSE;
	return SystemFunction036(to, (ULONG)size);
}
