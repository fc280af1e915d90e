/** A number and what it counts, for operators: “1 tenant”, “1,204 tenants”. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}
