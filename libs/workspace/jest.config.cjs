module.exports = { displayName: 'workspace', preset: '../../jest.preset.cjs' };
