import { CURRENT_VERSION } from '../../../../key/version.ts'
import { json } from '../../respond.ts'
import { foreignRoute } from '../../route.ts'
import { assertModel, MODEL } from './model.ts'

/** Since when there are models: the date of the interface. */
const CREATED = Date.parse(CURRENT_VERSION) / 1000

const model = (id: string) => ({ id, object: 'model', created: CREATED, owned_by: MODEL })

foreignRoute('GET', '/openai/v1/models', {
  need: null,
  others: 'ignored',
  handle: () => json(200, JSON.stringify({ object: 'list', data: [model(MODEL)] })),
})

/** Creates accept any name, so each of them is a model. */
foreignRoute('GET', '/openai/v1/models/:id', {
  need: null,
  others: 'ignored',
  handle({ c }) {
    const id = c.req.param('id')
    assertModel(id)
    return json(200, JSON.stringify(model(id)))
  },
})
