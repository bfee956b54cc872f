/**
 * The document with Swagger UI, to try calls. It is beside `/v1/docs`, so that links in descriptions work in both. The gateway serves all of it: nothing is fetched from elsewhere, and calls that are
 * tried out go to the gateway. Scripts set its styles, so the policy needs no inline styles. Images are `data:` URLs in its
 * style sheet.
 */
export const explorerPage = {
  policy:
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>vidgate: API explorer</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/assets/swagger-ui.css">
<link rel="stylesheet" href="docs/assets/page.css">
</head>
<body>
<div id="api"></div>
<noscript>This page needs JavaScript; the <a href="docs">reference</a> does not.</noscript>
<script src="docs/assets/swagger-ui-bundle.js"></script>
<script src="docs/assets/start.js"></script>
</body>
</html>
`,
  script: `SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#api',
  deepLinking: true,
  // Otherwise every page would be sent to a server of Swagger.
  validatorUrl: null,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 2,
  displayRequestDuration: true,
  tryItOutEnabled: false,
  persistAuthorization: false,
  layout: 'BaseLayout',
})
`,
  style: `html { overflow-y: scroll; }
body { margin: 0; background: #fff; }
`,
} as const
