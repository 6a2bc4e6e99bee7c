/** Imports run one way: app -> features -> {api, ui} -> lib; a feature never imports another. */
module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'features-stand-alone',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/' },
      to: { path: '^src/features/([^/]+)/', pathNot: '^src/features/$1/' },
    },
    { name: 'features-below-app', severity: 'error', from: { path: '^src/features/' }, to: { path: '^src/app/' } },
    {
      name: 'api-and-ui-below-features',
      severity: 'error',
      from: { path: '^src/(api|ui)/' },
      to: { path: '^src/(app|features)/' },
    },
    { name: 'api-below-ui', severity: 'error', from: { path: '^src/api/' }, to: { path: '^src/ui/' } },
    {
      name: 'lib-stands-alone',
      severity: 'error',
      from: { path: '^src/lib/' },
      to: { path: '^src/(app|features|api|ui)/' },
    },
    { name: 'not-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'browser', 'default', 'types'] },
  },
};
