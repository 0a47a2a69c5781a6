module.exports = { displayName: 'models', preset: '../../jest.preset.cjs' };
