/** The same password from every keyboard: one form for each character, however it was composed (NFKC; NIST SP 800-63B, 5.1.1.2). */
export function normalized(password: string): string {
  return password.normalize('NFKC')
}
