module.exports = { displayName: 'security', preset: '../../jest.preset.cjs' };
