import bash from 'highlight.js/lib/languages/bash'
import graphql from 'highlight.js/lib/languages/graphql'
import javascript from 'highlight.js/lib/languages/javascript'
import python from 'highlight.js/lib/languages/python'
import { createLowlight } from 'lowlight'
import { Children, createElement, type ReactNode } from 'react'
import type { Form } from './as-code.ts'
import styles from './colours.module.css'

const grammars = createLowlight({ curl: bash, graphql, javascript, python })

type Node = ReturnType<typeof grammars.highlight>['children'][number]

/** Code in colours, as elements and classes: the content security policy allows no styles within them. */
export function Colours({ form, text }: { readonly form: Form; readonly text: string }) {
  return <span className={styles.code}>{Children.toArray(grammars.highlight(form, text).children.map(shown))}</span>
}

function shown(node: Node): ReactNode {
  if (node.type === 'text') return node.value
  if (node.type !== 'element') return null
  const [kind] = (node.properties['className'] ?? []) as readonly string[]
  return createElement('span', { 'data-kind': kind }, ...node.children.map(shown))
}
