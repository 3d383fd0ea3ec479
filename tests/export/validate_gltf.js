// Checks GLB files with the Khronos glTF validator (package gltf-validator of npm).
//
// Usage: NODE_PATH=FOLDER/node_modules node validate_gltf.js FILE...
// Prints the messages of each file. Exit status: 0 no errors and no warnings, 1 some, 77 the validator is missing.
'use strict';
const fs = require('fs');
const path = require('path');

let validator;
try {
  validator = require('gltf-validator');
} catch (error) {
  console.error('gltf-validator is not installed; set NODE_PATH to the folder node_modules that has it');
  process.exit(77);
}

async function problems(file) {
  const folder = path.dirname(file);
  const read = (uri) => new Uint8Array(fs.readFileSync(path.join(folder, decodeURIComponent(uri))));
  const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)), {
    uri: path.basename(file),
    externalResourceFunction: (uri) => Promise.resolve(read(uri)),
  });
  for (const message of report.issues.messages) {
    const kind = ['error', 'warning', 'info', 'hint'][message.severity];
    console.log(`${file}: ${kind}: ${message.code} at ${message.pointer}: ${message.message}`);
  }
  const {info} = report;
  console.log(`${file}: ${report.issues.numErrors} errors, ${report.issues.numWarnings} warnings, ` +
              `${report.issues.numInfos} notes; ${info.totalTriangleCount} triangles, ` +
              `${info.totalVertexCount} vertices, ${info.materialCount} materials`);
  return report.issues.numErrors + report.issues.numWarnings;
}

(async () => {
  let found = 0;
  for (const file of process.argv.slice(2)) found += await problems(file);
  process.exit(found > 0 ? 1 : 0);
})();
