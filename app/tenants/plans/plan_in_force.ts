/** A plan as refusals name it: to programs by its key, to people by its name. */
export interface PlanInForce {
  key: string
  name: string
}
