// A host shows this page at any address that does not exist, so it cannot know where the site begins: it asks for nothing.
export const notFound = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>No such page | Signorini</title>
<style>body{font:1rem/1.6 system-ui,sans-serif;max-width:34rem;margin:20vh auto;padding:0 1.5rem}</style>
</head>
<body>
<h1>No such page</h1>
<p>There is no page of Signorini's documents at this address. The list of all documents is <code>documents.html</code> at
the top of the site.</p>
</body>
</html>
`;
