/** Imports run one way: app -> features -> {api, ui} -> lib. `features/<domain>/<feature>/`: see README.md. */

/** Which features of its domain a feature may use. No other does, and no domain uses another: app puts them together. */
const uses = {
  'aligning/bulk': ['engines'],
  'aligning/runs': ['engines'],
  'authors/links': ['inviting'],
  'authors/rater': ['rate'],
  'authors/ratings': ['inviting'],
  'recordings/segments': ['pass'],
  'releases/curation': ['leaks', 'releases'],
  'releases/releases': ['curation', 'leaks', 'systems'],
  'releases/shown': ['releases', 'systems'],
  'releases/testSets': ['releases'],
  'summaries/passages': ['sheet'],
};

/** A rule for some features: in their domain they may use themselves, what stands beside them, and those named. */
const standsAlone = (name, from, domain, feature, used) => ({
  name,
  severity: 'error',
  from,
  to: {
    path: `^src/features/${domain}/`,
    pathNot: `^src/features/${domain}/(${[feature, 'requests', ...used].join('|')})/|^src/features/${domain}/[^/]+$`,
  },
});

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'domains-stand-alone',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/' },
      to: { path: '^src/features/', pathNot: '^src/features/$1/' },
    },
    standsAlone(
      'features-stand-alone',
      { path: '^src/features/([^/]+)/([^/]+)/', pathNot: `^src/features/(${Object.keys(uses).join('|')})/` },
      '$1',
      '$2',
      [],
    ),
    ...Object.entries(uses).map(([place, used]) => {
      const [domain, feature] = place.split('/');
      return standsAlone(`features-stand-alone: ${place}`, { path: `^src/features/${place}/` }, domain, feature, used);
    }),
    {
      name: 'domains-below-their-features',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/[^/]+$' },
      to: { path: '^src/features/' },
    },
    {
      name: 'requests-below-pages',
      severity: 'error',
      from: { path: '^src/features/.*/requests[/.]' },
      to: { path: '^src/(ui|features)/', pathNot: '^src/features/.*/requests[/.]' },
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
