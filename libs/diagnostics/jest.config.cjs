module.exports = { displayName: 'diagnostics', preset: '../../jest.preset.cjs' };
