import { isTemplateVisible } from '#app/identity/access/visibility'

/** A list that people choose from is no longer than this: the ones changed last. */
const MOST_CHOICES = 100

export interface TemplateChoice {
  id: string
  title: string
}

/**
 * The templates in use that the audience sees, by title, as an expression of SQL.
 *
 * @param audience  the placeholder of an `Audience`
 * @param chosen  of the id of one that is among them even if it is archived
 */
export function templateChoices(audience: `$${number}`, chosen: `$${number}`): string {
  return `(select coalesce(jsonb_agg(jsonb_build_object('id', id, 'title', title) order by lower(title), id), '[]')
    from (select id, title from templates t where ${isTemplateVisible(audience, 't')} and (archived_at is null or id = ${chosen})
           order by id = ${chosen} desc, updated_at desc limit ${MOST_CHOICES}) c)`
}
