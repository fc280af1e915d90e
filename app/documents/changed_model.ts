import { EnvironmentModel } from '#app/tenancy/models/environment_model'
import UnitMisused from '#app/tenancy/errors/unit_misused'

/**
 * A row of a document, which only `Document.change` writes, under the lock of the document and with an entry in its trail. What Lucid
 * would write by itself neither compiles nor runs.
 */
export abstract class ChangedModel extends EnvironmentModel {
  static create(this: never): never {
    return refuse()
  }

  static createMany(this: never): never {
    return refuse()
  }

  static firstOrCreate(this: never): never {
    return refuse()
  }

  static fetchOrCreateMany(this: never): never {
    return refuse()
  }

  static updateOrCreate(this: never): never {
    return refuse()
  }

  static updateOrCreateMany(this: never): never {
    return refuse()
  }

  static truncate(this: never): never {
    return refuse()
  }

  save(this: never): never {
    return refuse()
  }

  delete(this: never): never {
    return refuse()
  }
}

function refuse(): never {
  throw new UnitMisused('Rows of a document are written by Document.change alone')
}
