import type { shell as english } from '../en/shell.ts'
import type { Translated } from '../translated.ts'

export const shell: Translated<typeof english> = {
  loading: '加载中…',
  close: '关闭',
  copy: '复制',
  copied: '已复制',
  yes: '是',
  no: '否',
  seconds: '{{count}} 秒',
  nav: {
    '/': '创作',
    '/credits': '余额',
    '/keys': '密钥',
    '/webhooks': '回调',
    home: 'vidgate，回到创作',
    pages: '页面',
    unseen: '个新结果',
    skip: '跳到正文',
  },
  menu: {
    open: '设置',
    theme: '主题',
    themes: { system: '跟随系统', dark: '深色', light: '浅色' },
    language: '语言',
    notify: '视频完成时通知我',
    docs: { '/graphql': 'GraphQL 调试台', '/v1/docs': 'REST 接口文档', '/v1/docs/errors': '错误码' },
    signOut: '退出',
  },
  link: {
    broken: '连接已断开，正在重新连接…',
    offline: '当前离线，所见内容可能不是最新的。',
  },
  signIn: {
    title: '用文字、图片和声音制作视频',
    key: 'API 密钥',
    keyHint: '只保存在本页内存中，关闭页面即清除。',
    keep: '在关闭此标签页之前记住',
    open: '登录',
    busy: '正在登录…',
    revoked: '已退出：您的密钥不再有效。',
    refused: {
      key: '此密钥无法打开任何账户，请检查是否复制完整。',
      network: '无法连接服务，请检查网络后重试。',
    },
  },
  time: { now: '刚刚', when: '时间', seconds: '{{count}} 秒', minutes: '{{minutes}} 分 {{seconds}} 秒' },
  toast: {
    label: '消息',
    place: '消息（{hotkey}）',
    open: '打开',
    deleted_one: '视频已删除',
    deleted_other: '已删除 {{count}} 段视频',
    undo: '撤销',
  },
  problem: {
    network: '无法连接服务。',
    networkHelp: '请检查网络。没有丢失任何内容。',
    refused: '操作未成功。',
    again: '重试',
    againIn: '请在 {{time}}后重试。',
  },
}
