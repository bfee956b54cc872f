/** Addresses other than a single host of the public internet; a create with one of them is refused. */
export function hostileUrls(port: number): readonly string[] {
  return [...HOSTS.map((host) => `https://${host}:${port}/hook`), ...FORMS]
}

const HOSTS = [
  // Loopback, in every spelling that a URL has for an IPv4 address.
  ...[
    '127.0.0.1',
    '127.0.0.1.',
    '127.1',
    '127.0.1',
    '127.255.255.254',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '0x7F.1',
  ],
  ...['017700000001', '0177.0.0.1', '0177.0.0.01', '00000177.0x0.1', '%31%32%37.0.0.1', '１２７.0.0.1', '127。0。0。1'],
  ...['①②⑦.0.0.1', '0', '0.0.0.0', '0x0', '0.1.2.3'],
  ...['[::1]', '[0:0:0:0:0:0:0:1]', '[::]', '[0000::0001]'],
  ...['localhost', 'LOCALHOST', 'localhost.', 'app.localhost', 'l%6Fcalhost', 'ｌocalhost'],
  // Names of private networks.
  ...['printer.local', 'metadata.google.internal', 'db.internal.', 'router.home.arpa'],
  // IPv4 inside IPv6: mapped, compatible, translated, 6to4, Teredo, NAT64.
  ...[
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:127.0.0.1]',
    '[::ffff:10.0.0.1]',
    '[::ffff:169.254.169.254]',
  ],
  ...[
    '[::127.0.0.1]',
    '[::7f00:1]',
    '[::ffff:0:127.0.0.1]',
    '[::ffff:0:a9fe:a9fe]',
    '[2002:7f00:1::]',
    '[2002:a00:1::1]',
  ],
  ...['[2002:a9fe:a9fe::]', '[2001:0:7f00:1::]', '[2001::f5ff:fffe]', '[64:ff9b::7f00:1]', '[64:ff9b::10.0.0.1]'],
  ...['[64:ff9b:1::a9fe:a9fe]', '[64:ff9b::169.254.169.254]'],
  // Private networks.
  ...[
    '10.0.0.1',
    '10.255.255.255',
    '012.0.0.1',
    '0xa000001',
    '167772161',
    '172.16.0.1',
    '172.31.255.254',
    '192.168.0.1',
  ],
  ...[
    '192.168.1.254',
    '0xc0.0xa8.1.1',
    '3232235777',
    '100.64.0.1',
    '100.127.255.254',
    '[fc00::1]',
    '[fd12:3456:789a::1]',
  ],
  // Link-local, with the metadata services of clouds.
  ...[
    '169.254.0.1',
    '169.254.169.254',
    '169.254.170.2',
    '2852039166',
    '0xa9fea9fe',
    '0251.0376.0251.0376',
    '[fe80::1]',
  ],
  ...[
    '[fe80::a9fe:a9fe]',
    '[febf::1]',
    '[fd00:ec2::254]',
    '[fd20:ce::254]',
    '100.100.100.200',
    '192.0.0.192',
    '168.63.129.16',
  ],
  // Multicast, broadcast, documentation, benchmarking, reserved.
  ...['224.0.0.1', '239.255.255.255', '233.252.0.1', '255.255.255.255', '240.0.0.1', '192.0.2.1', '198.51.100.7'],
  ...['203.0.113.9', '198.18.0.1', '198.19.255.255', '192.0.0.1', '192.88.99.1', '192.175.48.1', '192.31.196.1'],
  ...['192.52.193.1', '[ff02::1]', '[ff0e::1]', '[fec0::1]', '[2001:db8::1]', '[3fff::1]', '[100::1]', '[2001:2::1]'],
  ...['[2001:10::1]', '[2001:20::1]', '[5f00::1]', '[4000::1]', '[8000::1]'],
]

const FORMS = [
  ...[
    'http://example.com/hook',
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'javascript:alert(1)',
  ],
  ...[
    'data:text/plain,x',
    'ws://example.com/',
    'https://',
    'https://:443/',
    '//example.com/hook',
    '/hook',
    'example.com',
    ' ',
  ],
  ...[
    'https://user@example.com/',
    'https://user:password@example.com/',
    'https://example.com@127.0.0.1/',
    'https://:x@example.com',
  ],
  ...[
    'https://example.com:0/',
    'https://example.com:65536/',
    'https://exa mple.com/',
    'https://[::1',
    'https://256.0.0.1/',
  ],
  // Spellings that the URL parser would repair, or read as another host.
  ...[
    'https:/example.com/',
    'https:example.com',
    'https:///example.com/',
    'https:\\\\example.com/',
    'https://\\example.com/',
  ],
  ...[
    'https://example.com\\hook',
    'https://example.com\\@example.org/',
    ' https://example.com/',
    'https://example.com/ ',
  ],
  ...[
    'https://exam\tple.com/',
    'https://example.com/\thook',
    'https://example.com/a b',
    'https://example.com/\n',
    '\u0001https://example.com/',
  ],
  ...['https://example.com/\u007f', 'https://example.com/\u00a0', 'https://example.com/\u0085'],
  ...['https://1.2.3.4.5/', 'https://0x100000000/', 'https://example.com/\0'],
]
