export interface FormSettings {
  /** The role that the visitor takes. */
  role: string
  /** The member of each other role. */
  members: Readonly<Record<string, string>>
  title: string
  welcome: string | null
  closesAt: Date | null
  most: number | null
}
